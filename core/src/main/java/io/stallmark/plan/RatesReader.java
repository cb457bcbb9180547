package io.stallmark.plan;

import io.stallmark.plan.RateSchedule.Segment;
import io.stallmark.spec.InputText;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads a {@link RateSchedule} from an option or a file. */
public final class RatesReader {

  private static final long LONGEST = TimeUnit.DAYS.toNanos(366);
  private static final int MOST_LINES = 100_000;
  private static final String SECONDS_AND_RATE = "takes lines such as 10,250: second, rate";

  private RatesReader() {}

  /**
   * Reads segments separated by commas, {@code RATE@TIME} or {@code RATE..RATE@TIME}. The last one
   * may be a rate without a time, which applies from there on.
   */
  public static RateSchedule parse(String text) throws SpecException {
    String[] parts = text.split(",", -1);
    List<Segment> segments = new ArrayList<>();
    double afterwards = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i].strip();
      int sign = part.indexOf('@');
      if (sign < 0 && i < parts.length - 1) {
        throw new SpecException("'" + part + "' lacks its time, as in " + part + "@10s");
      }
      if (part.contains("...")) {
        throw new SpecException("'" + part + "' is not a ramp such as 100..500@1m");
      }
      String[] ends = (sign < 0 ? part : part.substring(0, sign)).split("\\.\\.", 2);
      double from = rate(ends[0]);
      afterwards = ends.length == 1 ? from : rate(ends[1]);
      if (sign >= 0) {
        segments.add(new Segment(length(part.substring(sign + 1)), from, afterwards));
      } else if (ends.length > 1) {
        throw new SpecException("'" + part + "' lacks its time, as in " + part + "@10s");
      }
    }
    return checked(new RateSchedule(segments, afterwards));
  }

  private static double rate(String text) throws SpecException {
    double rate = Quantity.real(text.strip());
    if (rate < 0 || rate > Quantity.MOST_PER_SECOND) {
      throw new SpecException("a rate must be within 0 and 1M, not " + text.strip());
    }
    return rate;
  }

  private static long length(String text) throws SpecException {
    long length = Quantity.duration(text.strip());
    if (length <= 0 || length > LONGEST) {
      throw new SpecException("a time must be above 0 and at most a year, not " + text.strip());
    }
    return length;
  }

  private static RateSchedule checked(RateSchedule rates) throws SpecException {
    if (rates.length() < 0 || rates.length() > LONGEST) {
      throw new SpecException("a schedule must end within a year");
    }
    if (!rates.isConstant() && rates.highest() == 0) {
      throw new SpecException("a schedule must have a rate above 0");
    }
    return rates;
  }

  /**
   * Reads recorded rates: lines {@code second,rate}, the first with second 0. Each rate applies
   * until the next line's second. The last rate applies as long as the one before it, and longer if
   * the run continues. Empty lines, lines that begin with # and one heading are skipped.
   *
   * @param shown path as the user gave it, for messages
   * @param file path to read
   */
  public static RateSchedule read(Path shown, Path file) throws SpecException {
    List<Long> seconds = new ArrayList<>();
    List<Double> rates = new ArrayList<>();
    int number = 0;
    for (String line : lines(shown, file)) {
      number++;
      String[] fields = line.strip().split("\\s*[,;\\t]\\s*", -1);
      boolean heading = seconds.isEmpty() && Character.isLetter((line.strip() + "#").charAt(0));
      if (line.isBlank() || line.strip().startsWith("#") || heading) {
        continue;
      }
      try {
        add(fields, seconds, rates);
      } catch (SpecException e) {
        throw new SpecException(shown + ", line " + number + ": " + e.getMessage());
      }
    }
    if (seconds.isEmpty()) {
      throw new SpecException(shown + " " + SECONDS_AND_RATE);
    }
    try {
      return joined(seconds, rates);
    } catch (SpecException e) {
      throw new SpecException(shown + ": " + e.getMessage());
    }
  }

  private static List<String> lines(Path shown, Path file) throws SpecException {
    try {
      return InputText.read(file).lines().toList();
    } catch (NoSuchFileException e) {
      throw new SpecException("There is no file " + shown);
    } catch (InputText.TooLargeException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new SpecException(shown + " cannot be read as text");
    }
  }

  private static void add(String[] fields, List<Long> seconds, List<Double> rates)
      throws SpecException {
    if (fields.length != 2) {
      throw new SpecException(SECONDS_AND_RATE);
    }
    if (seconds.size() == MOST_LINES) {
      throw new SpecException("more than " + MOST_LINES + " rates");
    }
    long second = Quantity.seconds(fields[0]);
    if (seconds.isEmpty() && second != 0) {
      throw new SpecException("the first second must be 0, not " + fields[0]);
    }
    if (!seconds.isEmpty() && second <= seconds.get(seconds.size() - 1)) {
      throw new SpecException("second " + fields[0] + " is not after the one before");
    }
    seconds.add(second);
    rates.add(rate(fields[1]));
  }

  private static RateSchedule joined(List<Long> seconds, List<Double> rates) throws SpecException {
    List<Segment> segments = new ArrayList<>();
    int last = rates.size() - 1;
    for (int i = 0; i <= last && last > 0; i++) {
      int end = Math.min(i + 1, last);
      long length = seconds.get(end) - seconds.get(end - 1);
      segments.add(new Segment(length, rates.get(i), rates.get(i)));
    }
    return checked(new RateSchedule(segments, rates.get(last)));
  }
}
