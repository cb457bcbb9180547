package io.stallmark.mysql;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code --storage}: the engine, and every other key a table option of that engine. */
final class StorageOptions {

  static final String ENGINE = "engine";

  private static final String CHARSET = "charset";
  private static final String LATIN1 = "latin1";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+-]+");

  private static final Pattern ENGINE_NAME = Pattern.compile("\\bENGINE=(\\w+)");

  /** MySQL takes these as strings only; MariaDB takes a string wherever it takes a word. */
  private static final Set<String> STRINGS = Set.of("compression", "encryption", "comment");

  private static final Pattern INDEX_LINE = Pattern.compile("^\\s*(UNIQUE |CLUSTERING )?KEY ");

  private static final Pattern KEY_LINE = Pattern.compile("^\\s*(\\w+ )?KEY ");

  private static final String FAMILY = "column_family";

  /** TokuDB: a secondary index that carries the whole row. MyRocks: where an index is stored. */
  private static final Set<String> OF_KEYS = Set.of("clustering", FAMILY);

  private StorageOptions() {}

  /**
   * @throws IllegalArgumentException when a name or value could not be one
   */
  static String render(Table table) {
    return optionsToRender(table).entrySet().stream()
        .filter(option -> !isOfKeys(option.getKey()))
        .map(StorageOptions::render)
        .collect(Collectors.joining(" "));
  }

  /** What stands behind the columns of the primary key or of a secondary index. */
  static String renderForKey(Table table, boolean primary) {
    return table.storage().entrySet().stream()
        .filter(option -> isOfKeys(option.getKey()))
        .filter(option -> !primary || isFamily(option))
        .map(option -> " " + renderOfKey(option))
        .collect(Collectors.joining());
  }

  /** A key's comment, unlike a table's, takes no equals sign. */
  private static String renderOfKey(Map.Entry<String, String> option) {
    String text = render(keyOption(option));
    return isFamily(option) ? text.replace('=', ' ') : text;
  }

  /** MyRocks reads an index's column family from its comment. */
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
      throw new IllegalArgumentException(
          "--storage %s=%s is not a table option; write it as engine=InnoDB,row_format=COMPRESSED"
              .formatted(name, value));
    }
    boolean quoted = STRINGS.contains(name.toLowerCase(Locale.ROOT));
    return name.toUpperCase(Locale.ROOT) + "=" + (quoted ? "'" + value + "'" : value);
  }

  /**
   * What {@code --storage} says and what the columns want: bytes are declared as text, as LinkBench
   * has them, and latin1 is the character set in which any bytes are one.
   */
  private static Map<String, String> options(Table table) {
    if (table.columns().stream().noneMatch(c -> c.type() instanceof Type.Bytes)) {
      return table.storage();
    }
    table.storage().forEach((name, value) -> refuseOther(name, value, table));
    return inLatin1(table);
  }

  /**
   * The same; a table without text, to which a character set is nothing, is made with latin1 too
   * unless {@code --storage} has another: LinkBench's counttable says so.
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
      throw new IllegalArgumentException(
          "--storage %s=%s: the data of table %s is bytes, which only latin1 holds as they are"
              .formatted(name, value, table.name()));
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
   * The first option that a table was made without.
   *
   * @param definition what SHOW CREATE TABLE says
   * @return to follow the table's name; null: it has them all
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
            : "was made without %s=%s".formatted(option.getKey(), option.getValue());
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
   * How a table is divided other than declared.
   *
   * @param definition what SHOW CREATE TABLE says
   * @return to follow the table's name; null: not at all
   */
  static @Nullable String divisionDifference(Table table, String definition) {
    boolean divided = definition.contains("PARTITION BY");
    if (!(table.arrangement() instanceof TableLayout.Partitioned by)) {
      return divided ? "is partitioned, which these settings do not ask for" : null;
    }
    Pattern wanted =
        Pattern.compile(
            "PARTITION BY %s \\(`?%s`?\\)\\s+PARTITIONS %d\\b"
                .formatted(by.by(), Pattern.quote(by.column()), by.partitions()));
    return wanted.matcher(definition).find()
        ? null
        : "is not in %d partitions by %s(%s)"
            .formatted(by.partitions(), by.by().name().toLowerCase(Locale.ROOT), by.column());
  }

  /** The engine that a definition, or its tail, names. */
  static String engineOf(String options) {
    var matcher = ENGINE_NAME.matcher(options);
    return matcher.find() ? matcher.group(1) : "another engine";
  }

  /** The server prints {@code `compression`='zlib'} or /*!50700 COMPRESSION='zlib' *&#47;. */
  private static String normalise(String options) {
    return options.toUpperCase(Locale.ROOT).replaceAll("[`'\"]", "").replaceAll("\\s*=\\s*", "=");
  }
}
