package io.stallmark.own.value;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.data.Special;
import io.stallmark.data.TextPattern;
import io.stallmark.data.Zipfian;
import io.stallmark.model.Type;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Args;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the source of a value, such as {@code uniform:1..100} or {@code text:@@-##}. */
public final class SourceReader {

  private static final List<String> RANGES =
      List.of("uniform", "zipfian", "gaussian", "pareto", "special");

  private static final List<String> WORDS =
      List.of("uniform zipfian gaussian pareto special sequence minus text words now".split(" "));

  private static final String NAME = "[A-Za-z_]\\w*|\"[^\"]+\"|`[^`]+`"; // plain or in quotes
  private static final Pattern COLUMN = Pattern.compile("(" + NAME + ")\\.(" + NAME + ")");
  private static final Pattern PLAIN_DECIMAL = Pattern.compile("[+-]?\\d+\\.\\d{1,9}");

  private static final int PRECISION = 18;
  private static final int LONGEST = 10_000; // characters of a text

  // as sysbench's options have them
  private static final int DRAWS = 12;
  private static final int BAND_PERCENT = 1;
  private static final int HOT_PERCENT = 75;
  private static final String PARETO_SHAPE = "0.2";
  private static final String ZIPF_EXPONENT = "0.8";

  /**
   * A random number.
   *
   * @param numbers distribution of the numbers, of decimals their unscaled integers
   */
  private record NumberSource(Distribution numbers, Type type) implements ValueSource {
    @Override
    public void draw(Rng rng, Args values, int slot) {
      values.set(slot, numbers.next(rng));
    }
  }

  /** The negative of another value, for a database that can only add. */
  private record MinusSource(int origin, Type type) implements ValueSource {
    @Override
    public void draw(Rng rng, Args values, int slot) {
      values.set(slot, -values.getLong(0, origin));
    }
  }

  /** The current time in UTC, with milliseconds. */
  private record NowSource(Type type) implements ValueSource {
    @Override
    public void draw(Rng rng, Args values, int slot) {
      values.set(slot, System.currentTimeMillis());
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }
  }

  private SourceReader() {}

  /**
   * Reads a source.
   *
   * @param names names of the values that are declared before
   * @param sources their sources
   * @throws SpecException if it is no source; without a position
   */
  public static ValueSource read(String text, List<String> names, List<ValueSource> sources)
      throws SpecException {
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    String rest = text.substring(colon + 1);
    if (!WORDS.contains(word)) {
      throw new SpecException(
          "'%s' is not a source of values; %s", word, NearestWord.hint(word, WORDS));
    }
    if (colon < 0 != word.equals("now") || rest.isEmpty()) {
      throw new SpecException(word.equals("now") ? "now has no argument" : example(word));
    }
    return RANGES.contains(word)
        ? number(word, rest)
        : switch (word) {
          case "sequence" -> sequence(rest);
          case "minus" -> minus(rest, names, sources);
          case "text" -> text(rest);
          case "words" -> words(rest);
          default -> new NowSource(Type.TIMESTAMP);
        };
  }

  private static String example(String word) {
    return switch (word) {
      case "sequence" -> "sequence takes its first number or a column: sequence:orders.id";
      case "minus" -> "minus takes another value: minus:amount";
      case "text" -> "text takes a pattern of # for digits and @ for letters: text:@@-###";
      case "words" -> "words takes words: words:new,paid,sent";
      default -> word + " takes a range: " + word + ":1..1000";
    };
  }

  private static ValueSource number(String word, String rest) throws SpecException {
    int comma = rest.indexOf(',');
    String range = comma < 0 ? rest : rest.substring(0, comma);
    String shape = comma < 0 ? "" : rest.substring(comma + 1).strip();
    int dots = range.indexOf("..");
    boolean shaped = word.equals("zipfian") || word.equals("pareto");
    if (dots < 0 || (!shape.isEmpty() && !shaped)) {
      throw new SpecException(example(word));
    }
    String first = range.substring(0, dots).strip();
    String last = range.substring(dots + 2).strip();
    int scale = Math.max(scale(first), scale(last));
    long low = unscaled(first, scale);
    long high = unscaled(last, scale);
    boolean narrow = low > Integer.MIN_VALUE && high <= Integer.MAX_VALUE;
    Type type = scale > 0 ? new Type.Decimal(PRECISION, scale) : narrow ? Type.INT32 : Type.INT64;
    double factor = Quantity.real(shape.isEmpty() ? shape(word) : shape);
    Distribution numbers = SpecException.unlessRefused(() -> distribution(word, low, high, factor));
    return new NumberSource(numbers, type);
  }

  private static String shape(String word) {
    return word.equals("zipfian") ? ZIPF_EXPONENT : PARETO_SHAPE;
  }

  private static Distribution distribution(String word, long low, long high, double shape) {
    return switch (word) {
      case "zipfian" -> new Zipfian(low, high, shape);
      case "gaussian" -> Distribution.gaussian(low, high, DRAWS);
      case "pareto" -> Distribution.pareto(low, high, shape);
      case "special" -> new Special(low, high, DRAWS, BAND_PERCENT, HOT_PERCENT);
      default -> Distribution.uniform(low, high);
    };
  }

  private static int scale(String bound) {
    return PLAIN_DECIMAL.matcher(bound).matches() ? new BigDecimal(bound).scale() : 0;
  }

  private static long unscaled(String bound, int scale) throws SpecException {
    BigDecimal number =
        scale(bound) > 0 ? new BigDecimal(bound) : BigDecimal.valueOf(Quantity.count(bound));
    if (number.precision() - number.scale() + scale > PRECISION && scale > 0) {
      throw new SpecException("'%s' has more than %d digits", bound, PRECISION);
    }
    return number.setScale(scale).unscaledValue().longValueExact();
  }

  private static ValueSource sequence(String rest) throws SpecException {
    Matcher column = COLUMN.matcher(rest);
    return column.matches()
        ? SequenceSource.after(column.group(1), column.group(2))
        : SequenceSource.from(Quantity.count(rest));
  }

  private static ValueSource minus(String name, List<String> names, List<ValueSource> sources)
      throws SpecException {
    int origin = names.indexOf(name);
    if (origin < 0) {
      throw new SpecException(
          "no value %s is declared before; %s", name, NearestWord.hint(name, names));
    }
    Type type = sources.get(origin).type();
    if (Type.isSequence(type) || type instanceof Type.Timestamp) {
      throw new SpecException("the value %s is not a number", name);
    }
    return new MinusSource(origin, type);
  }

  private static ValueSource text(String template) throws SpecException {
    if (template.length() > LONGEST
        || !StandardCharsets.US_ASCII.newEncoder().canEncode(template)) {
      throw new SpecException("a text has up to %d ASCII characters", LONGEST);
    }
    return new TextSource(template);
  }

  private static ValueSource words(String rest) throws SpecException {
    List<String> words = List.of(rest.split(",", -1)).stream().map(String::strip).toList();
    if (words.contains("")) {
      throw new SpecException("words has an empty word: words:new,paid,sent");
    }
    return new WordSource(words);
  }

  /** One of several words, all with the same probability. */
  private static final class WordSource implements ValueSource {

    private final byte[][] words;
    private final Type type;

    WordSource(List<String> words) {
      this.words =
          words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
      type = new Type.Varchar(words.stream().mapToInt(String::length).max().orElse(1));
    }

    @Override
    public Type type() {
      return type;
    }

    @Override
    public void draw(Rng rng, Args values, int slot) {
      byte[] word = words[(int) rng.uniform(0, words.length - 1L)];
      System.arraycopy(word, 0, values.bytes(slot, word.length), 0, word.length);
      values.length(slot, word.length);
    }
  }

  /** A text of a pattern: each {@code #} is a random digit, each {@code @} a random letter. */
  private static final class TextSource implements ValueSource {

    private static final char LETTER = '@';

    private final TextPattern pattern;
    private final int[] letters;

    /**
     * @param template ASCII, not empty
     */
    TextSource(String template) {
      pattern = new TextPattern(template);
      letters = template.chars().map(each -> each == LETTER ? 1 : 0).toArray();
    }

    @Override
    public Type type() {
      return new Type.Text(pattern.length());
    }

    @Override
    public void draw(Rng rng, Args values, int slot) {
      byte[] into = values.text(slot);
      pattern.fill(rng, into);
      for (int i = 0; i < letters.length; i++) {
        if (letters[i] == 1) {
          into[i] = (byte) rng.uniform('a', 'z');
        }
      }
      values.length(slot, letters.length);
    }
  }
}
