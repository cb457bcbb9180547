package io.stallmark.mongo.wire;

import io.stallmark.text.Text;
import java.util.Set;

/** What a recording does with a command. */
public enum CommandPolicy {
  RECORD,
  /** Sent by drivers and tools, not by applications: only counted. */
  OMIT,
  /** Contains a password: a gap. */
  SECRET;

  private static final Set<String> SECRETS =
      Text.wordSet("createUser updateUser saslStart saslContinue authenticate copydbSaslStart");

  /** Commands of drivers, for any database. */
  private static final Set<String> OVERHEAD =
      Text.wordSet(
          "hello isMaster ismaster ping buildInfo buildinfo getnonce logout endSessions getParameter");

  private static final Set<String> SYSTEM_DATABASES = Set.of("admin", "config", "local");

  /** Commands for the database admin that change or end what applications do elsewhere. */
  private static final Set<String> OF_APPLICATIONS =
      Set.of("commitTransaction", "abortTransaction", "bulkWrite", "renameCollection");

  /** Returns what happens to a command for a database. */
  public static CommandPolicy of(String command, String database) {
    if (SECRETS.contains(command)) {
      return SECRET;
    }
    boolean overhead = OVERHEAD.contains(command) || command.startsWith("replSet");
    boolean system = SYSTEM_DATABASES.contains(database) && !OF_APPLICATIONS.contains(command);
    return overhead || system ? OMIT : RECORD;
  }

  /**
   * Whether the command can be part of a login. Drivers send only such commands on connections that
   * watch a server.
   */
  static boolean isOfLogin(String command) {
    return (OVERHEAD.contains(command) && !command.equals("endSessions"))
        || command.startsWith("sasl")
        || command.equals("authenticate");
  }
}
