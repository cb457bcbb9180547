package io.stallmark.mysql;

import io.stallmark.model.Table;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code --storage}: the engine, and every other key a table option of that engine. */
final class StorageOptions {

  static final String ENGINE = "engine";

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.+-]+");

  private static final Pattern ENGINE_NAME = Pattern.compile("\\bENGINE=(\\w+)");

  /** MySQL takes these as strings only; MariaDB takes a string wherever it takes a word. */
  private static final Set<String> STRINGS = Set.of("compression", "encryption", "comment");

  private StorageOptions() {}

  /**
   * @throws IllegalArgumentException when a name or value could not be one
   */
  static String render(Table table) {
    return table.storage().entrySet().stream()
        .map(StorageOptions::render)
        .collect(Collectors.joining(" "));
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
    String tail = definition.substring(definition.lastIndexOf(')') + 1);
    String options = normalise(tail);
    for (Map.Entry<String, String> option : table.storage().entrySet()) {
      String wanted = normalise(option.getKey() + "=" + option.getValue());
      if (!Pattern.compile("\\b" + Pattern.quote(wanted) + "\\b").matcher(options).find()) {
        return option.getKey().equalsIgnoreCase(ENGINE)
            ? "is in " + engineOf(tail) + ", not " + option.getValue()
            : "was made without %s=%s".formatted(option.getKey(), option.getValue());
      }
    }
    return null;
  }

  private static String engineOf(String options) {
    var matcher = ENGINE_NAME.matcher(options);
    return matcher.find() ? matcher.group(1) : "another engine";
  }

  /** The server prints {@code `compression`='zlib'} or /*!50700 COMPRESSION='zlib' *&#47;. */
  private static String normalise(String options) {
    return options.toUpperCase(Locale.ROOT).replaceAll("[`'\"]", "").replaceAll("\\s*=\\s*", "=");
  }
}
