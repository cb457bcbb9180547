package io.stallmark.pgbench.expression;

import io.stallmark.text.GeneralNumber;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A value of a variable or an expression, which changes in place. Not thread-safe. */
public final class ScriptValue {

  private static final int MOST_DIGITS = 18; // that always fit into 64 bits
  private static final int RADIX = 10;
  private static final double LIMIT = 0x1p63; // of 64-bit integers

  /** Type of a value. */
  public enum Kind {
    /** There is no value yet. Only a variable is unset. */
    UNSET("nothing"),
    NULL("null"),
    INTEGER("int"),
    REAL("double"),
    BOOLEAN("boolean"),
    /** Text of a row or of the user, which becomes a number when an expression needs it. */
    TEXT("text");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  private Kind kind = Kind.UNSET;
  private long number;
  private double real;
  private byte[] text = {};
  private int length;

  public Kind kind() {
    return kind;
  }

  boolean isNull() {
    return kind == Kind.NULL;
  }

  boolean isReal() {
    return kind == Kind.REAL;
  }

  public void setNull() {
    kind = Kind.NULL;
  }

  public void set(long integer) {
    kind = Kind.INTEGER;
    number = integer;
  }

  public void set(double value) {
    kind = Kind.REAL;
    real = value;
  }

  public void set(boolean value) {
    kind = Kind.BOOLEAN;
    number = value ? 1 : 0;
  }

  /** Sets a text of the user. */
  public void set(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, buffer(bytes.length), 0, bytes.length);
    setText(bytes.length);
  }

  /** Returns the buffer of a text, before {@link #setText}. Its content may be lost. */
  public byte[] buffer(int most) {
    if (text.length < most) {
      text = new byte[Math.max(most, 2 * text.length)];
    }
    return text;
  }

  /** Sets the text to the first bytes of the buffer; a plain integer becomes one. */
  public void setText(int bytes) {
    length = bytes;
    kind = Kind.TEXT;
    boolean negative = bytes > 1 && text[0] == '-';
    int first = negative ? 1 : 0;
    if (bytes == first || bytes - first > MOST_DIGITS || (text[first] == '0' && bytes > 1)) {
      return;
    }
    long value = 0;
    for (int i = first; i < bytes; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return;
      }
      value = value * RADIX + text[i] - '0';
    }
    set(negative ? -value : value);
  }

  public void copy(ScriptValue from) {
    kind = from.kind;
    number = from.number;
    real = from.real;
    if (kind == Kind.TEXT) {
      System.arraycopy(from.text, 0, buffer(from.length), 0, from.length);
      length = from.length;
    }
  }

  /** The number of an integer; 1 or 0 of a boolean. */
  public long number() {
    return number;
  }

  /** The number of a double, as its text has it. */
  public double printed() {
    return GeneralNumber.rounded(real);
  }

  /** Number of bytes of a text. */
  public int length() {
    return length;
  }

  /** Converts to an integer; a double is rounded to the nearest, halves to the even one. */
  public long toInteger() throws EvaluationException {
    if (kind == Kind.REAL) {
      double nearest = Math.rint(real);
      if (!(nearest >= -LIMIT && nearest < LIMIT)) {
        throw new EvaluationException("the double %s is no integer of 64 bits", this);
      }
      return (long) nearest;
    }
    if (kind != Kind.INTEGER) {
      throw new EvaluationException("a value of type %s is no integer", kind.word);
    }
    return number;
  }

  /** Converts to an integer; a double loses its fraction. */
  public long truncated() throws EvaluationException {
    return kind == Kind.REAL && Math.abs(real) < LIMIT ? (long) printed() : toInteger();
  }

  double toReal() throws EvaluationException {
    if (kind == Kind.REAL) {
      return real;
    }
    if (kind != Kind.INTEGER) {
      throw new EvaluationException("a value of type %s is no double", kind.word);
    }
    return number;
  }

  boolean toBoolean() throws EvaluationException {
    if (kind != Kind.BOOLEAN) {
      throw new EvaluationException("a value of type %s is no boolean", kind.word);
    }
    return number != 0;
  }

  /** Whether a condition holds: true, or a number other than 0. */
  public boolean holds() {
    return switch (kind) {
      case REAL -> real != 0;
      case INTEGER, BOOLEAN -> number != 0;
      default -> false;
    };
  }

  /** Whether a text of the user has a value in an expression. */
  public static boolean isValue(String text) {
    try {
      new ScriptValue().interpret(text, "");
      return true;
    } catch (EvaluationException e) {
      return false;
    }
  }

  /**
   * Sets what a text means in an expression.
   *
   * @param name of the variable with the text
   */
  void interpret(String words, String name) throws EvaluationException {
    String lower = words.toLowerCase(Locale.ROOT);
    if (lower.equals("null")) {
      setNull();
    } else if (!lower.isEmpty()
        && ("true".startsWith(lower) || "yes".startsWith(lower) || lower.equals("on"))) {
      set(true);
    } else if (!lower.isEmpty()
        && ("false".startsWith(lower)
            || "no".startsWith(lower)
            || lower.equals("off")
            || lower.equals("of"))) {
      set(false);
    } else {
      number(lower, name);
    }
  }

  private void number(String words, String name) throws EvaluationException {
    try {
      if (words.matches("[+-]?\\d+")) {
        set(Long.parseLong(words));
      } else if (words.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?")) {
        set(Double.parseDouble(words));
      } else {
        set(special(words));
      }
    } catch (NumberFormatException e) {
      throw new EvaluationException("the variable %s has the text '%s', no number", name, words);
    }
  }

  private static double special(String words) {
    return switch (words.replaceFirst("^[+-]", "")) {
      case "nan" -> Double.NaN;
      case "infinity", "inf" ->
          words.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default -> throw new NumberFormatException();
    };
  }

  /** The value as pgbench writes it. */
  @Override
  public String toString() {
    return switch (kind) {
      case UNSET -> kind.word;
      case NULL -> "NULL";
      case INTEGER -> Long.toString(number);
      case REAL -> GeneralNumber.of(real);
      case BOOLEAN -> Boolean.toString(number != 0);
      case TEXT -> new String(text, 0, length, StandardCharsets.UTF_8);
    };
  }

  /** The type and the value. */
  public String describe() {
    return kind == Kind.NULL ? kind.word : kind.word + " " + this;
  }
}
