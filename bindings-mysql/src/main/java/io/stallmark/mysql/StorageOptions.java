package io.stallmark.mysql;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rendering and comparison of {@code --storage}: the engine and its table options. */
final class StorageOptions {

  static final String ENGINE = "engine";

  private static final String CHARSET = "charset";
  private static final String LATIN1 = "latin1";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+-]+");

  private static final Pattern ENGINE_NAME = Pattern.compile("\\bENGINE=(\\w+)");

  /**
   * Options whose values MySQL accepts only as strings; MariaDB accepts a string for any option.
   */
  private static final Set<String> STRINGS = Set.of("compression", "encryption", "comment");

  private static final Pattern INDEX_LINE = Pattern.compile("^\\s*(UNIQUE |CLUSTERING )?KEY ");

  private static final Pattern KEY_LINE = Pattern.compile("^\\s*(\\w+ )?KEY ");

  private static final String FAMILY = "column_family";

  /**
   * Options of keys. {@code clustering} in TokuDB: the secondary index contains the whole row.
   * {@code column_family} in MyRocks: the column family that stores the index.
   */
  private static final Set<String> OF_KEYS = Set.of("clustering", FAMILY);

  private StorageOptions() {}

  /**
   * @throws RefusedException if a name or value is not a valid option
   */
  static String render(Table table) {
    return optionsToRender(table).entrySet().stream()
        .filter(option -> !isOfKeys(option.getKey()))
        .map(StorageOptions::render)
        .collect(Collectors.joining(" "));
  }

  /** Clause after the columns of the primary key or of a secondary index. */
  static String renderForKey(Table table, boolean primary) {
    return table.storage().entrySet().stream()
        .filter(option -> isOfKeys(option.getKey()))
        .filter(option -> !primary || isFamily(option))
        .map(option -> " " + renderOfKey(option))
        .collect(Collectors.joining());
  }

  /**
   * Renders an option of a key. The comment of a key has no equals sign, unlike that of a table.
   */
  private static String renderOfKey(Map.Entry<String, String> option) {
    String text = render(keyOption(option));
    return isFamily(option) ? text.replace('=', ' ') : text;
  }

  /** Option as written in SQL: MyRocks reads the column family of an index from its comment. */
  private static Map.Entry<String, String> keyOption(Map.Entry<String, String> option) {
    return isFamily(option) ? Map.entry("COMMENT", option.getValue()) : option;
  }

  private static boolean isFamily(Map.Entry<String, String> option) {
    return option.getKey().equalsIgnoreCase(FAMILY);
  }

  private static boolean isOfKeys(String name) {
    return OF_KEYS.contains(name.toLowerCase(Locale.ROOT));
  }

  private static String render(Map.Entry<String, String> option) {
    String name = option.getKey();
    String value = option.getValue();
    if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
      throw new RefusedException(
          "--storage %s=%s is not a table option; write it as engine=InnoDB,row_format=COMPRESSED",
          name, value);
    }
    boolean quoted = STRINGS.contains(name.toLowerCase(Locale.ROOT));
    return name.toUpperCase(Locale.ROOT) + "=" + (quoted ? "'" + value + "'" : value);
  }

  /**
   * Options from {@code --storage}, plus the character set latin1 if a column stores bytes. Such
   * columns are declared as text, as in LinkBench, and latin1 accepts any byte.
   */
  private static Map<String, String> options(Table table) {
    if (table.columns().stream().noneMatch(c -> c.type() instanceof Type.Bytes)) {
      return table.storage();
    }
    table.storage().forEach((name, value) -> refuseOther(name, value, table));
    return inLatin1(table);
  }

  /**
   * Options to render. A table without text columns is declared as latin1 too, as LinkBench's
   * counttable, unless {@code --storage} sets a character set.
   */
  private static Map<String, String> optionsToRender(Table table) {
    boolean said = table.storage().keySet().stream().anyMatch(CHARSET::equalsIgnoreCase);
    boolean text = table.columns().stream().anyMatch(c -> c.type() instanceof Type.Text);
    return said || text ? options(table) : inLatin1(table);
  }

  private static Map<String, String> inLatin1(Table table) {
    Map<String, String> options = new LinkedHashMap<>(table.storage());
    options.keySet().removeIf(CHARSET::equalsIgnoreCase);
    options.put(CHARSET, LATIN1);
    return options;
  }

  private static void refuseOther(String name, String value, Table table) {
    if (name.equalsIgnoreCase(CHARSET) && !value.equalsIgnoreCase(LATIN1)) {
      throw new RefusedException(
          "--storage %s=%s: table %s stores binary data, which requires latin1",
          name, value, table.name());
    }
  }

  static @Nullable String engine(Map<String, String> storage) {
    return storage.entrySet().stream()
        .filter(e -> e.getKey().equalsIgnoreCase(ENGINE))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /**
   * First option that an existing table lacks.
   *
   * @param definition output of SHOW CREATE TABLE
   * @return text to follow the table's name; null if no option is missing
   */
  static @Nullable String difference(Table table, String definition) {
    int columnsEnd = definition.lastIndexOf("\n)");
    String tail =
        definition.substring(columnsEnd < 0 ? definition.lastIndexOf(')') : columnsEnd + 1);
    for (Map.Entry<String, String> option : options(table).entrySet()) {
      boolean missing =
          isOfKeys(option.getKey()) ? !everyKeyHas(option, definition) : !has(option, tail);
      if (missing) {
        return option.getKey().equalsIgnoreCase(ENGINE)
            ? "is in " + engineOf(tail) + ", not " + option.getValue()
            : Text.format("was created without %s=%s", option.getKey(), option.getValue());
      }
    }
    return null;
  }

  private static boolean has(Map.Entry<String, String> option, String text) {
    String wanted = normalise(option.getKey() + "=" + option.getValue());
    return Pattern.compile("\\b" + Pattern.quote(wanted) + "\\b").matcher(normalise(text)).find();
  }

  private static boolean everyKeyHas(Map.Entry<String, String> option, String definition) {
    Map.Entry<String, String> wanted = keyOption(option);
    Pattern keys = isFamily(option) ? KEY_LINE : INDEX_LINE;
    return definition
        .lines()
        .filter(line -> keys.matcher(line).find())
        .map(line -> line.replace("COMMENT ", "COMMENT="))
        .allMatch(line -> has(wanted, line));
  }

  /**
   * Difference between the partitions of an existing table and its declaration.
   *
   * @param definition output of SHOW CREATE TABLE
   * @return text to follow the table's name; null if there is no difference
   */
  static @Nullable String divisionDifference(Table table, String definition) {
    boolean divided = definition.contains("PARTITION BY");
    if (!(table.arrangement() instanceof TableLayout.Partitioned by)) {
      return divided ? "is partitioned, but these settings have no partitions" : null;
    }
    Pattern wanted =
        Pattern.compile(
            Text.format(
                "PARTITION BY %s \\(`?%s`?\\)\\s+PARTITIONS %d\\b",
                by.by(), Pattern.quote(by.column()), by.partitions()));
    return wanted.matcher(definition).find()
        ? null
        : Text.format(
            "is not in %d partitions by %s(%s)",
            by.partitions(), by.by().name().toLowerCase(Locale.ROOT), by.column());
  }

  /** Engine named in a table definition or in its table options. */
  static String engineOf(String options) {
    var matcher = ENGINE_NAME.matcher(options);
    return matcher.find() ? matcher.group(1) : "another engine";
  }

  /**
   * Removes differences in notation. The server prints {@code `compression`='zlib'} or /*!50700
   * COMPRESSION='zlib' *&#47;.
   */
  private static String normalise(String options) {
    return options.toUpperCase(Locale.ROOT).replaceAll("[`'\"]", "").replaceAll("\\s*=\\s*", "=");
  }
}
