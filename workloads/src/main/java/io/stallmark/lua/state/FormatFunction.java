package io.stallmark.lua.state;

import io.stallmark.text.GeneralNumber;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.VarArgFunction;

/** Lua's {@code string.format}, with the conversions of C: that of luaj ignores precisions. */
final class FormatFunction extends VarArgFunction {

  private static final int USUAL_PRECISION = 6;
  private static final int MOST = 99; // width or precision
  private static final int TEN = 10;

  private final LuaValue quoting; // luaj's own string.format, for %q
  private final LuaValue toText; // tostring

  FormatFunction(LuaValue quoting, LuaValue toText) {
    this.quoting = quoting;
    this.toText = toText;
  }

  @Override
  public Varargs invoke(Varargs args) {
    LuaString format = args.checkstring(1);
    Buffer out = new Buffer(format.length() + 64);
    int next = 2;
    int at = 0;
    while (at < format.length()) {
      int character = format.luaByte(at++);
      if (character != '%') {
        out.append((byte) character);
      } else if (at < format.length() && format.luaByte(at) == '%') {
        out.append((byte) '%');
        at++;
      } else {
        Directive directive = new Directive(format, at);
        at = directive.end;
        if (next > args.narg()) {
          argerror(next, "no value");
        }
        append(out, directive, args, next++);
      }
    }
    return out.tostring();
  }

  private void append(Buffer out, Directive directive, Varargs args, int at) {
    switch (directive.conversion) {
      case 's' -> directive.pad(out, cut(toText.call(args.arg(at)).strvalue(), directive));
      case 'q' -> out.append(quoting.call(LuaValue.valueOf("%q"), args.arg(at)).strvalue());
      case 'c' -> directive.pad(out, LuaString.valueOf(new byte[] {(byte) args.checkint(at)}));
      default -> directive.number(out, args.checkdouble(at));
    }
  }

  private static LuaString cut(LuaString text, Directive directive) {
    return directive.precision >= 0 && directive.precision < text.length()
        ? text.substring(0, directive.precision)
        : text;
  }

  /** A part of a format that stands for a value. */
  private static final class Directive {

    private boolean left;
    private boolean sign;
    private boolean space;
    private boolean alternate;
    private boolean zero;
    private int width;
    private int precision = -1;
    private final char conversion;
    private final int end;

    Directive(LuaString format, int start) {
      int at = start;
      while (at < format.length() && flag(format.luaByte(at))) {
        at++;
      }
      while (at < format.length() && Character.isDigit(format.luaByte(at))) {
        width = width * TEN + format.luaByte(at++) - '0';
      }
      if (at < format.length() && format.luaByte(at) == '.') {
        at++;
        precision = 0;
        while (at < format.length() && Character.isDigit(format.luaByte(at))) {
          precision = precision * TEN + format.luaByte(at++) - '0';
        }
      }
      conversion = at < format.length() ? (char) format.luaByte(at) : ' ';
      end = at + 1;
      if ("sqcdiuxXoeEfFgG".indexOf(conversion) < 0 || width > MOST || precision > MOST) {
        throw new LuaError("invalid option '%" + conversion + "' to 'format'");
      }
    }

    private boolean flag(int character) {
      switch (character) {
        case '-' -> left = true;
        case '+' -> sign = true;
        case ' ' -> space = true;
        case '#' -> alternate = true;
        case '0' -> zero = true;
        default -> {
          return false;
        }
      }
      return true;
    }

    void number(Buffer out, double value) {
      String digits = digits(value);
      boolean negative = digits.startsWith("-");
      String before = negative ? "-" : sign ? "+" : space ? " " : "";
      String rest = negative ? digits.substring(1) : digits;
      boolean whole = "diuxXo".indexOf(conversion) >= 0;
      int missing = width - before.length() - rest.length();
      if (zero && !left && missing > 0 && !(whole && precision >= 0)) {
        rest = "0".repeat(missing) + rest;
      }
      pad(out, LuaString.valueOf((before + rest).getBytes(StandardCharsets.ISO_8859_1)));
    }

    private String digits(double value) {
      return switch (conversion) {
        case 'd', 'i' -> atLeast(Long.toString((long) value));
        case 'u' -> atLeast(Long.toUnsignedString((long) value));
        case 'x' -> (alternate ? "0x" : "") + atLeast(Long.toHexString((long) value));
        case 'X' ->
            (alternate ? "0X" : "")
                + atLeast(Long.toHexString((long) value).toUpperCase(Locale.ROOT));
        case 'o' -> (alternate ? "0" : "") + atLeast(Long.toOctalString((long) value));
        default -> real(value);
      };
    }

    /** Adds zeros up to the precision. */
    private String atLeast(String digits) {
      boolean negative = digits.startsWith("-");
      String size = negative ? digits.substring(1) : digits;
      String all = "0".repeat(Math.max(0, precision - size.length())) + size;
      return negative ? "-" + all : all;
    }

    private String real(double value) {
      if (Double.isNaN(value)) {
        return "nan";
      } else if (Double.isInfinite(value)) {
        return value < 0 ? "-inf" : "inf";
      }
      int digits = precision < 0 ? USUAL_PRECISION : precision;
      String text =
          switch (Character.toLowerCase(conversion)) {
            case 'e' -> scientific(value, digits);
            case 'g' -> GeneralNumber.of(value, Math.max(1, digits), RoundingMode.HALF_UP);
            default ->
                (value < 0 || 1 / value < 0 ? "-" : "")
                    + new BigDecimal(Math.abs(value))
                        .setScale(digits, RoundingMode.HALF_UP)
                        .toPlainString();
          };
      return Character.isUpperCase(conversion) ? text.toUpperCase(Locale.ROOT) : text;
    }

    private static String scientific(double value, int digits) {
      BigDecimal rounded =
          new BigDecimal(value).round(new MathContext(digits + 1, RoundingMode.HALF_UP));
      int exponent = value == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
      String mantissa =
          rounded
              .scaleByPowerOfTen(-exponent)
              .setScale(digits, RoundingMode.HALF_UP)
              .toPlainString();
      int size = Math.abs(exponent);
      return mantissa + (exponent < 0 ? "e-" : "e+") + (size < TEN ? "0" : "") + size;
    }

    void pad(Buffer out, LuaString text) {
      int missing = Math.max(0, width - text.length());
      LuaString blanks = LuaString.valueOf(" ".repeat(missing));
      if (!left) {
        out.append(blanks);
      }
      out.append(text);
      if (left) {
        out.append(blanks);
      }
    }
  }
}
