package io.stallmark.mysql.wire;

import io.stallmark.mysql.sql.TextMask;
import org.jspecify.annotations.Nullable;

/** Commands of the protocol: the first byte of a request, its name, and the kind of reply. */
public final class WireCommand {

  /** What a server sends in reply to a command. */
  public enum ReplyKind {
    /** Nothing. */
    NONE,
    /** One packet. */
    PACKET,
    /**
     * OK, an error, a request for a file, or rows with their columns; possibly several of these.
     */
    RESULTS,
    /** Rows without their number of columns. */
    ROWS,
    /** The number of a prepared statement, then its parameters and columns. */
    STATEMENT,
    /** The steps of another login. */
    LOGIN,
    /** Events without end. */
    EVENTS
  }

  public static final int QUIT = 0x01;
  public static final int INIT_DB = 0x02;
  public static final int QUERY = 0x03;
  public static final int SHUTDOWN = 0x08;
  public static final int KILL = 0x0c;
  public static final int CHANGE_USER = 0x11;
  public static final int REGISTER_REPLICA = 0x15;
  public static final int PREPARE = 0x16;
  public static final int EXECUTE = 0x17;
  public static final int LONG_DATA = 0x18;
  public static final int CLOSE = 0x19;
  public static final int RESET = 0x1a;
  public static final int FETCH = 0x1c;
  public static final int SET_OPTION = 0x1b;
  public static final int RESET_CONNECTION = 0x1f;
  public static final int BULK_EXECUTE = 0xfa;

  /** Number of a file's packet in a trace. The protocol has none for it. */
  public static final int FILE = 0xfb;

  /** Number that stands for the statement that was prepared last, in MariaDB's protocol. */
  public static final long LAST_PREPARED = 0xffffffffL;

  private static final String[] NAMES =
      """
      sleep quit init_db query field_list create_db drop_db refresh shutdown statistics
      process_info connect process_kill debug ping time delayed_insert change_user binlog_dump
      table_dump connect_out register_replica prepare execute send_long_data close reset
      set_option fetch daemon binlog_dump_gtid reset_connection clone group_replication_stream
      """
          .split("\\s+");

  private WireCommand() {}

  /** Returns the command's name in lower case, without {@code COM_} and {@code STMT_}. */
  public static String name(int command) {
    return switch (command) {
      case BULK_EXECUTE -> "bulk_execute";
      case FILE -> "infile";
      default -> command < NAMES.length ? NAMES[command] : "command_" + command;
    };
  }

  /** Returns what the server sends in reply. */
  public static ReplyKind reply(int command) {
    return switch (command) {
      case QUIT, LONG_DATA, CLOSE -> ReplyKind.NONE;
      case QUERY, 0x0a, EXECUTE, BULK_EXECUTE -> ReplyKind.RESULTS;
      case 0x04, FETCH -> ReplyKind.ROWS;
      case PREPARE -> ReplyKind.STATEMENT;
      case CHANGE_USER -> ReplyKind.LOGIN;
      case 0x12, 0x13, 0x14, 0x1e, 0x20, 0x21 -> ReplyKind.EVENTS;
      default -> ReplyKind.PACKET;
    };
  }

  /**
   * Index of the text of a query. Sessions with CLIENT_QUERY_ATTRIBUTES have the number of
   * attributes, a byte 1, and the attributes before the text. No text has a byte 1 at that place.
   */
  public static int afterAttributes(byte[] query) {
    return afterAttributes(query, null);
  }

  /** Returns the same, and replaces the values of attributes with a mask. */
  static int afterAttributes(byte[] query, @Nullable TextMask mask) {
    return query.length < 3 || query[2] != 1 ? 1 : PreparedParameters.attributes(mask, query);
  }

  /** Returns the number of the prepared statement to which a request refers. */
  public static long statement(byte[] request) {
    return new PayloadReader(request, 1, request.length).fixed(4);
  }

  /** Whether the command refers to a prepared statement by its number, in bytes 1 to 4. */
  public static boolean isOfStatement(int command) {
    return (command >= EXECUTE && command <= RESET) || command == FETCH || command == BULK_EXECUTE;
  }

  /** Whether the command changes the state of the session. */
  public static boolean isControl(int command) {
    return switch (command) {
      case INIT_DB, CHANGE_USER, SET_OPTION, RESET_CONNECTION -> true;
      default -> false;
    };
  }

  /** Whether a request of this command and length can exist. */
  public static boolean isPlausible(int command, int length) {
    return switch (command) {
      case 0x01, 0x09, 0x0a, 0x0d, 0x0e -> length == 1;
      case CLOSE, RESET -> length == 5;
      case FETCH -> length == 9;
      case LONG_DATA -> length >= 7;
      case EXECUTE -> length >= 10;
      case BULK_EXECUTE -> length >= 7;
      default -> length >= 1 && command < NAMES.length;
    };
  }
}
