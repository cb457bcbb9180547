package io.stallmark.mysql.replay;

import io.stallmark.mysql.sql.SqlWords;
import io.stallmark.mysql.wire.WireCommand;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Default schema of a session of a replay: the database of the URL in place of the schema that the
 * recorded session chose first, so that a replay can run on a copy. Others are not replaced. For
 * one thread.
 */
final class LiveSchema {

  private static final Set<String> OF_SYSTEM =
      Set.of("information_schema", "mysql", "performance_schema", "sys");

  private static final Pattern CHOICE =
      Pattern.compile("use\\s+(?:`((?:[^`]|``)+)`|([\\w$]+))\\s*;?\\s*", Pattern.CASE_INSENSITIVE);

  private final String database;
  private @Nullable String first;

  /** Creates the schema of a session; {@code database} is that of the URL. */
  LiveSchema(String database) {
    this.database = database;
  }

  /** Returns the schema in place of one that the session chose; empty stays empty. */
  String of(String recorded) {
    if (recorded.isEmpty() || OF_SYSTEM.contains(recorded.toLowerCase(Locale.ROOT))) {
      return recorded;
    } else if (first == null) {
      first = recorded;
    }
    return recorded.equals(first) ? database : recorded;
  }

  /**
   * Returns the request INIT_DB in place of one that chooses a schema, with the live schema; null:
   * the request is another one.
   *
   * @param start where the text of a query begins
   */
  byte @Nullable [] choice(byte[] request, int start) {
    String recorded;
    if (request[0] == WireCommand.INIT_DB) {
      recorded = new String(request, 1, request.length - 1, StandardCharsets.UTF_8);
    } else if (request[0] == WireCommand.QUERY && SqlWords.isAt(request, start, "use")) {
      Matcher use =
          CHOICE.matcher(
              new String(request, start, request.length - start, StandardCharsets.UTF_8));
      if (!use.matches()) {
        return null;
      }
      String quoted = use.group(1);
      recorded = quoted == null ? use.group(2) : quoted.replace("``", "`");
    } else {
      return null;
    }
    byte[] name = of(recorded).getBytes(StandardCharsets.UTF_8);
    byte[] chosen = new byte[1 + name.length];
    chosen[0] = WireCommand.INIT_DB;
    System.arraycopy(name, 0, chosen, 1, name.length);
    return chosen;
  }
}
