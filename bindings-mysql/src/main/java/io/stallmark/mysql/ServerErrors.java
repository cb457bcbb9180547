package io.stallmark.mysql;

import io.stallmark.spi.DbException.Kind;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Classification of the error codes of MySQL and MariaDB, as listed in their {@code
 * mysqld_error.h}. The drivers' SQLSTATEs and exception classes are too coarse.
 */
final class ServerErrors {

  /**
   * 1213 deadlock, 1205 lock wait timeout, 1020 record has changed: the three errors that sysbench
   * ignores by default. MyRocks and TokuDB report conflicts as 1213 and 1205. 1613 and 1614 are the
   * XA equivalents. 3101: rolled back after a conflict with another member in group replication.
   */
  private static final Set<Integer> RETRY = Set.of(1213, 1205, 1020, 1613, 1614, 3101);

  /** 1062 and 1586 (with the key's name) duplicate key; 1022 duplicate key on write. */
  private static final Set<Integer> DUPLICATE = Set.of(1062, 1586, 1022);

  /**
   * 1053, 1077 to 1079 shutdown; 1152, 1158 to 1161 network; 1927, 3169 and 4031 killed or timed
   * out; 2002 to 2055 errors of the client library.
   */
  private static final Set<Integer> CONNECTION =
      Set.of(
          1053, 1077, 1078, 1079, 1152, 1158, 1159, 1160, 1161, 1927, 2002, 2003, 2006, 2013, 2055,
          3169, 4031);

  private static final Map<Integer, String> REFUSED =
      Map.ofEntries(
          full(1040),
          full(1203),
          full(1226),
          Map.entry(1044, "grant the user all privileges on the database"),
          login(1045),
          Map.entry(1049, "create it first: CREATE DATABASE …"),
          Map.entry(1129, "run FLUSH HOSTS on the server"),
          Map.entry(1130, "create an account that may log in from this host"),
          Map.entry(1142, "grant the user all privileges on the database"),
          Map.entry(1143, "grant the user all privileges on the database"),
          login(1251),
          Map.entry(1286, "name an engine of SHOW ENGINES"),
          Map.entry(1290, "a benchmark needs a server that takes writes"),
          login(1524),
          login(1698),
          Map.entry(1820, "set the account's password anew"),
          Map.entry(1836, "a benchmark needs a server that takes writes"),
          Map.entry(1862, "set the account's password anew"),
          login(2059),
          Map.entry(3118, "unlock the account"),
          Map.entry(3159, "add --tls required"),
          Map.entry(4151, "unlock the account"));

  /** Connector/J refuses such a packet before sending it, without an error code. */
  private static final int LARGE_PACKET = 1153;

  private static final String MOST_PACKET = "max_allowed_packet";

  private ServerErrors() {}

  /** Whether a statement exceeds max_allowed_packet, which also closes the connection. */
  private static boolean isLargePacket(SQLException error) {
    return error.getErrorCode() == LARGE_PACKET
        || String.valueOf(error.getMessage()).contains(MOST_PACKET);
  }

  static Kind classify(SQLException error, Kind byState) {
    int code = error.getErrorCode();
    if (RETRY.contains(code)) {
      return Kind.RETRY;
    } else if (DUPLICATE.contains(code)) {
      return Kind.DUPLICATE_KEY;
    } else if (REFUSED.containsKey(code)) {
      return Kind.REFUSED;
    } else if (isLargePacket(error)) {
      return Kind.FATAL; // regardless of the SQLSTATE: a new connection has the same limit
    } else if (CONNECTION.contains(code)) {
      return Kind.CONNECTION;
    }
    return byState;
  }

  static String advice(SQLException error) {
    if (isLargePacket(error)) {
      return "raise max_allowed_packet on the server, or lower -p batch";
    }
    @Nullable String advice = REFUSED.get(error.getErrorCode());
    return advice == null ? "" : advice;
  }

  private static Map.Entry<Integer, String> full(int code) {
    return Map.entry(code, "raise max_connections on the server or lower --threads");
  }

  private static Map.Entry<Integer, String> login(int code) {
    return Map.entry(
        code,
        "check the user in --url and the password (STALLMARK_PASSWORD or --password-file); some"
            + " servers say the same when they want --tls required");
  }
}
