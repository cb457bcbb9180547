package io.stallmark.spec;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of numbers as users write them. */
public final class Quantity {

  /**
   * The highest rate of an open loop, in transactions per second. It is far above the rate of any
   * client. At this rate, counting the arrivals of a random schedule one by one takes 2 % of a
   * processor.
   */
  public static final double MOST_PER_SECOND = 1e6;

  private static final Pattern COUNT = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)([kKmMgG]?)");

  /**
   * Decimal numbers. Java also parses 10d and 0x1p3 as a double; here they are treated as typing
   * errors.
   */
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,9})?");

  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
  private static final Pattern SECONDS = Pattern.compile("[+-]?\\d+(?:\\.\\d+)?");
  private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)");
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000L);

  private Quantity() {}

  /**
   * Parses a 64-bit integer. The suffixes k, M and G, in either case, mean 10³, 10⁶ and 10⁹: {@code
   * 10000}, {@code 10k}, {@code 1.5M}.
   */
  public static long count(String text) throws SpecException {
    Matcher matcher = COUNT.matcher(text.replace("_", ""));
    if (!matcher.matches()) {
      throw new SpecException("'" + text + "' is not a whole number such as 10000, 10k, 10M or 1G");
    }
    BigDecimal number = new BigDecimal(matcher.group(1)).multiply(factor(matcher.group(2)));
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new SpecException("'" + text + "' is not a whole number of 64 bits");
    }
  }

  /** Parses a whole number of 32 bits without a suffix. */
  public static int integer(String text) throws SpecException {
    try {
      return Math.toIntExact(whole(text));
    } catch (ArithmeticException e) {
      throw new SpecException("'" + text + "' is not a whole number of 32 bits");
    }
  }

  /** Parses a whole number of 64 bits without a suffix. Digits are ASCII. */
  public static long whole(String text) throws SpecException {
    try {
      if (WHOLE.matcher(text).matches()) {
        return Long.parseLong(text);
      }
    } catch (NumberFormatException e) {
      throw new SpecException("'" + text + "' is not a whole number of 64 bits");
    }
    throw new SpecException("'" + text + "' is not a whole number such as 8");
  }

  /** Parses a finite number with or without decimals; suffixes as in {@link #count}. */
  public static double real(String text) throws SpecException {
    Matcher matcher = COUNT.matcher(text.replace("_", ""));
    double number = Double.NaN;
    if (matcher.matches()) {
      number = new BigDecimal(matcher.group(1)).multiply(factor(matcher.group(2))).doubleValue();
    } else if (DECIMAL.matcher(text).matches()) {
      number = Double.parseDouble(text);
    }
    if (!Double.isFinite(number)) {
      throw new SpecException("'" + text + "' is not a number such as 10 or 0.5");
    }
    return number;
  }

  /** Parses a percentage, with or without the sign: {@code 99%} and {@code 99} are the same. */
  public static double percent(String text) throws SpecException {
    return real(text.endsWith("%") ? text.substring(0, text.length() - 1) : text);
  }

  /** Parses a percentage, as {@link #percent}, to a share: {@code 99%} to 0.99. */
  public static double share(String text) throws SpecException {
    return percent(text) / 100;
  }

  /** Parses {@code on} or {@code off}. */
  public static boolean onOrOff(String text) throws SpecException {
    if (!text.equals("on") && !text.equals("off")) {
      throw new SpecException("'" + text + "' is neither on nor off");
    }
    return text.equals("on");
  }

  /**
   * Parses a duration.
   *
   * @param text a number with unit, as for {@link #duration}, or a number of seconds: {@code 60},
   *     {@code 0.5}, {@code 1m}
   * @return nanoseconds
   */
  public static long seconds(String text) throws SpecException {
    if (DURATION.matcher(text).matches()) {
      return duration(text);
    }
    if (!SECONDS.matcher(text).matches()) {
      throw new SpecException("'" + text + "' is not a time such as 60, 0.5, 90s, 5m or 1h");
    }
    return nanos(text);
  }

  private static long nanos(String text) throws SpecException {
    try {
      return new BigDecimal(text).multiply(NANOS).toBigInteger().longValueExact();
    } catch (ArithmeticException e) {
      throw new SpecException("'" + text + "' seconds are more than 292 years");
    }
  }

  /**
   * Parses a duration.
   *
   * @param text a number with unit: {@code 10ms}, {@code 0.5s}, {@code 2m}, {@code 1h}; or 0
   * @return nanoseconds
   */
  public static long duration(String text) throws SpecException {
    if (text.equals("0")) {
      return 0;
    }
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new SpecException("'" + text + "' is not a time such as 10ms, 0.5s, 2m or 1h");
    }
    BigDecimal unit =
        switch (matcher.group(2)) {
          case "ms" -> new BigDecimal("0.001");
          case "m" -> BigDecimal.valueOf(60);
          case "h" -> BigDecimal.valueOf(3600);
          default -> BigDecimal.ONE;
        };
    return nanos(new BigDecimal(matcher.group(1)).multiply(unit).toPlainString());
  }

  private static BigDecimal factor(String suffix) {
    return switch (suffix.toLowerCase(Locale.ROOT)) {
      case "k" -> BigDecimal.valueOf(1_000L);
      case "m" -> BigDecimal.valueOf(1_000_000L);
      case "g" -> BigDecimal.valueOf(1_000_000_000L);
      default -> BigDecimal.ONE;
    };
  }
}
