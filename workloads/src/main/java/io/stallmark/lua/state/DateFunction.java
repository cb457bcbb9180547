package io.stallmark.lua.state;

import io.stallmark.text.Text;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/**
 * The date as LuaJIT writes it, by C's {@code strftime}. luaj's own function has other texts for
 * {@code %c} and noon, and fewer conversions.
 */
final class DateFunction {

  /** Conversions of C, each with the pattern of Java. */
  private static final Map<Character, DateTimeFormatter> CONVERSIONS =
      conversions(
          "aEEE AEEEE bMMM hMMM BMMMM cEEE_MMM_ppd_HH:mm:ss_uuuu ddd DMM/dd/uu xMM/dd/uu eppd",
          "Fuuuu-MM-dd HHH Ihh jDDD mMM Mmm pa rhh:mm:ss_a RHH:mm Sss THH:mm:ss XHH:mm:ss yuu",
          "Yuuuu zxx Zzzz %'%'");

  private static final ZoneId UTC = ZoneId.of("GMT"); // as C names it

  private DateFunction() {}

  /**
   * @param lines words of a conversion and its pattern, with {@code _} for a blank
   */
  private static Map<Character, DateTimeFormatter> conversions(String... lines) {
    Map<Character, DateTimeFormatter> all = new HashMap<>();
    for (String word : String.join(" ", lines).split(" ")) {
      String pattern = word.substring(1).replace('_', ' ');
      all.put(word.charAt(0), DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
    }
    return Map.copyOf(all);
  }

  /** Returns the date; called with a format and a time, or less. */
  static LuaValue date(Varargs args) {
    String given = args.optjstring(1, "%c");
    boolean utc = given.startsWith("!");
    String format = utc ? given.substring(1) : given;
    Instant time =
        args.isnoneornil(2) ? Instant.now() : Instant.ofEpochSecond((long) args.checkdouble(2));
    ZonedDateTime at = time.atZone(utc ? UTC : ZoneId.systemDefault());
    return format.startsWith("*t") ? fields(at) : LuaValue.valueOf(text(format, at));
  }

  private static LuaTable fields(ZonedDateTime at) {
    LuaTable all = new LuaTable();
    all.set("year", at.getYear());
    all.set("month", at.getMonthValue());
    all.set("day", at.getDayOfMonth());
    all.set("hour", at.getHour());
    all.set("min", at.getMinute());
    all.set("sec", at.getSecond());
    all.set("wday", at.getDayOfWeek().getValue() % 7 + 1);
    all.set("yday", at.getDayOfYear());
    all.set("isdst", LuaValue.valueOf(at.getZone().getRules().isDaylightSavings(at.toInstant())));
    return all;
  }

  private static String text(String format, ZonedDateTime at) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i == format.length() - 1) {
        text.append(c);
        continue;
      }
      char conversion = format.charAt(++i);
      DateTimeFormatter known = CONVERSIONS.get(conversion);
      if (known != null) {
        text.append(known.format(at));
      } else if (conversion == 's') {
        text.append(at.toEpochSecond());
      } else {
        throw new LuaError(Text.format("os.date() does not support %%%s", conversion));
      }
    }
    return text.toString();
  }
}
