package io.stallmark.lua.state;

import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;

/**
 * Options of a script with their values: those that it declares, and sysbench's own. Immutable.
 *
 * @param values booleans, doubles, texts, and lists of texts, by name
 * @param declared whether the script declares its options; else all given ones are its globals
 */
public record LuaOptions(Map<String, Object> values, boolean declared) {

  /** Types of declared options, in the order of their numbers in a script. */
  enum Type {
    NULL,
    BOOL,
    INT,
    SIZE,
    DOUBLE,
    STRING,
    LIST,
    FILE
  }

  private static final String URL = "the database is that of --url";

  /** sysbench's own options that are not for scripts, with what Stallmark has instead. */
  private static final Map<String, String> ELSEWHERE =
      Map.ofEntries(
          Map.entry("time", "give --seconds"),
          Map.entry("max_time", "give --seconds"),
          Map.entry("report_interval", "give --interval"),
          Map.entry("warmup_time", "give --warmup"),
          Map.entry("rand_seed", "give --request-seed"),
          Map.entry("threads", "give --threads before --"),
          Map.entry("num_threads", "give --threads"),
          Map.entry("events", "give --events to 'run', before --"),
          Map.entry("max_requests", "give --events"),
          Map.entry("rate", "give --rate to 'run', before --"),
          Map.entry("percentile", "all percentiles are reported"),
          Map.entry("histogram", "the results have one"),
          Map.entry("db_driver", URL));

  /** Options of Stallmark that are misspelt where a script has none of their names. */
  private static final Set<String> OWN =
      Text.wordSet("seconds warmup threads events rate arrivals interval limit name tag out seed");

  private static final String PS_MODE = "db_ps_mode"; // prepared statements or texts

  /** User, host, port, database and parameters. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:jdbc:)?\\w+(?::[a-z-]+)*://(?:(?<user>[^/?@:]*)[^/?@]*@)?(?<host>\\[[^/?\\]]*]|[^/?:,]*)"
              + "(?::(?<port>\\d+))?[^/?]*(?:/(?<db>[^?]*))?.*");

  private static final Map<String, Object> GENERAL = general();

  private static final Map<Character, Double> SIZES =
      Map.of('K', 0x1p10, 'M', 0x1p20, 'G', 0x1p30, 'T', 0x1p40);

  private static Map<String, Object> general() {
    Map<String, Object> all = new TreeMap<>();
    for (String zero :
        new String[] {"events", "time", "rate", "report_interval", "warmup_time", "rand_seed"}) {
      all.put(zero, 0.0);
    }
    all.put("threads", 1.0);
    all.put("percentile", 95.0);
    all.put("verbosity", 3.0);
    for (String off : new String[] {"debug", "validate", "histogram", "db_debug", "mysql_ssl"}) {
      all.put(off, false);
    }
    all.put("rand_type", "special");
    all.put("rand_spec_iter", 12.0);
    all.put("rand_spec_pct", 1.0);
    all.put("rand_spec_res", 75.0);
    all.put("rand_pareto_h", 0.2);
    all.put("rand_zipfian_exp", 0.8);
    all.put("mysql_table_engine", "innodb"); // of version 0.5, as the next
    all.put("myisam_max_rows", 1e6);
    all.put("db_driver", "mysql");
    all.put(PS_MODE, "auto");
    all.put("mysql_host", List.of("localhost"));
    all.put("mysql_port", List.of("3306"));
    all.put("pgsql_host", "localhost");
    all.put("pgsql_port", "5432");
    for (String prefix : new String[] {"mysql_", "pgsql_"}) {
      all.put(prefix + "user", "sbtest");
      all.put(prefix + "password", "");
      all.put(prefix + "db", "sbtest");
    }
    return Map.copyOf(all);
  }

  /** Returns the options about the database, as far as its URL has them. */
  private static Map<String, Object> place(String url) {
    Matcher parts = PLACE.matcher(url);
    Map<String, Object> all = new TreeMap<>();
    if (parts.matches()) {
      String prefix = url.replace("jdbc:", "").startsWith("postgres") ? "pgsql_" : "mysql_";
      for (String part : new String[] {"user", "host", "port", "db"}) {
        String text = parts.group(part);
        if (text != null && !text.isEmpty()) {
          String value = Text.percentDecoded(text);
          Object usual = GENERAL.get(prefix + part);
          all.put(prefix + part, usual instanceof List<?> ? List.of(value) : value);
        }
      }
    }
    return all;
  }

  public LuaOptions {
    values = Map.copyOf(values);
  }

  /**
   * Reads the given options.
   *
   * @param given texts by name, {@code -} in place of {@code _} is allowed
   * @param script what the options belong to, for messages
   * @param declared {@code sysbench.cmdline.options}; nil: the script declares none
   * @param place URL of the database, without a password; empty: not known
   */
  static LuaOptions read(Map<String, String> given, String script, LuaValue declared, String place)
      throws SpecException {
    Map<String, Object> values = new LinkedHashMap<>(GENERAL);
    values.putAll(place(place));
    Map<String, Type> types = new TreeMap<>();
    if (declared.istable()) {
      for (LuaValue key : declared.checktable().keys()) {
        declare(name(key.tojstring()), declared.get(key), types, values);
      }
    }
    for (Map.Entry<String, String> each : given.entrySet()) {
      String name = name(each.getKey());
      refuse(name, each.getValue(), types.keySet());
      Object general = GENERAL.get(name);
      Type type = types.get(name);
      if (type == null && general != null) {
        type =
            general instanceof Double
                ? Type.DOUBLE
                : general instanceof Boolean ? Type.BOOL : Type.STRING;
      } else if (type == null && declared.istable()) {
        throw new SpecException(
            "%s has no option --%s: %s",
            script,
            name,
            nearest(name, types.keySet()).orElseGet(() -> NearestWord.hint(name, types.keySet())));
      }
      values.put(name, value(name, each.getValue(), type == null ? Type.STRING : type));
    }
    return new LuaOptions(values, declared.istable());
  }

  /** Returns a question about an option of the script or of Stallmark. */
  private static Optional<String> nearest(String name, Set<String> ofScript) {
    return NearestWord.of(name, ofScript)
        .or(() -> NearestWord.of(name, OWN))
        .map(found -> "did you mean " + found + "?");
  }

  /**
   * Refuses an option that a script without declared options does not name: it has no effect.
   *
   * @param words names and texts of the script
   */
  void checkWords(Set<String> given, String script, Set<String> words) throws SpecException {
    for (String each : given) {
      String name = name(each);
      if (!declared && !GENERAL.containsKey(name) && !words.contains(name)) {
        throw new SpecException(
            "%s does not use --%s%s",
            script, name, nearest(name, words).map(question -> ": " + question).orElse(""));
      }
    }
  }

  /** Returns lines about the declared options, with their defaults. */
  static List<String> help(String script, LuaValue declared) {
    if (!declared.istable()) {
      return List.of(script + " declares no options.");
    }
    Map<String, String> lines = new TreeMap<>();
    for (LuaValue key : declared.checktable().keys()) {
      LuaValue option = declared.get(key);
      LuaValue usual = option.get(2);
      String value =
          usual.isboolean()
              ? usual.toboolean() ? "on" : "off"
              : usual.isnil() || usual.istable() ? "" : usual.tojstring();
      String name = name(key.tojstring());
      String text = option.get(1).isnil() ? "" : option.get(1).tojstring().strip();
      lines.put(name, Text.format("  --%-28s %s", name + "=" + value, text).stripTrailing());
    }
    List<String> all = new ArrayList<>(List.of("Options of " + script + ", with their defaults:"));
    all.addAll(lines.values());
    return all;
  }

  /** Refuses an option that is Stallmark's, unless the script has one of the same name. */
  private static void refuse(String name, String value, Set<String> known) throws SpecException {
    boolean connects = name.matches("(mysql|pgsql)_(host|port|socket|user|password|db|ssl.*)");
    boolean sendsTexts = name.equals(PS_MODE) && !value.equals(GENERAL.get(PS_MODE));
    String instead = connects ? URL : sendsTexts ? "give --protocol text" : ELSEWHERE.get(name);
    if (instead != null && !known.contains(name)) {
      throw new SpecException("--%s is an option of sysbench: %s", name.replace('_', '-'), instead);
    }
  }

  private static String name(String given) {
    return given.replace('-', '_');
  }

  private static void declare(
      String name, LuaValue declaration, Map<String, Type> types, Map<String, Object> values)
      throws SpecException {
    if (!declaration.istable()) {
      throw new SpecException("The option %s of the script is declared without a table", name);
    }
    LuaValue usual = declaration.get(2);
    Type type =
        declaration.get(3).isint()
            ? Type.values()[declaration.get(3).toint()]
            : switch (usual.type()) {
              case LuaValue.TBOOLEAN -> Type.BOOL;
              case LuaValue.TNUMBER -> Type.DOUBLE;
              case LuaValue.TTABLE -> Type.LIST;
              default -> Type.STRING;
            };
    types.put(name, type);
    if (usual.istable()) {
      List<String> all = new ArrayList<>();
      for (int i = 1; i <= usual.length(); i++) {
        all.add(usual.get(i).tojstring());
      }
      values.put(name, List.copyOf(all));
    } else if (usual.isboolean()) {
      values.put(name, usual.toboolean());
    } else {
      values.put(name, value(name, usual.isnil() ? "" : usual.tojstring(), type));
    }
  }

  private static Object value(String name, String text, Type type) throws SpecException {
    return switch (type) {
      case BOOL -> truth(name, text);
      case INT, DOUBLE -> number(name, text, 1);
      case SIZE -> {
        Double factor =
            text.isEmpty()
                ? null
                : SIZES.get(Character.toUpperCase(text.charAt(text.length() - 1)));
        yield factor == null
            ? number(name, text, 1)
            : number(name, text.substring(0, text.length() - 1), factor);
      }
      case LIST -> text.isEmpty() ? List.of() : List.of(text.split(",", -1));
      default -> text;
    };
  }

  private static boolean truth(String name, String text) throws SpecException {
    return switch (text) {
      case "on", "true", "1" -> true;
      case "off", "false", "0", "" -> false;
      default -> throw new SpecException("--%s: '%s' is neither on nor off", name, text);
    };
  }

  private static double number(String name, String text, double factor) throws SpecException {
    try {
      return text.isEmpty() ? 0 : Double.parseDouble(text) * factor;
    } catch (NumberFormatException e) {
      throw new SpecException("--%s: '%s' is not a number", name, text);
    }
  }

  /** Returns {@code sysbench.opt} for a run with a number of threads. */
  LuaTable table(int threads, String driver) {
    LuaTable all = new LuaTable();
    values.forEach((name, value) -> all.set(name, lua(value)));
    all.set("threads", threads);
    all.set("db_driver", driver);
    return all;
  }

  private static LuaValue lua(Object value) {
    if (value instanceof Boolean truth) {
      return LuaValue.valueOf(truth);
    } else if (value instanceof Double number) {
      return LuaValue.valueOf(number);
    } else if (value instanceof List<?> list) {
      LuaTable table = new LuaTable();
      for (int i = 0; i < list.size(); i++) {
        table.set(i + 1, String.valueOf(list.get(i)));
      }
      return table;
    }
    return LuaValue.valueOf(value.toString());
  }

  /** Value of one of sysbench's own options. */
  String general(String name) {
    return String.valueOf(values.get(name));
  }

  double generalReal(String name) {
    return Double.parseDouble(general(name));
  }

  int generalInteger(String name) {
    return (int) generalReal(name);
  }
}
