package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/**
 * The only checked exception that a binding throws to the engine. The engine alone decides what
 * follows: retry, count, reconnect or abort.
 */
public final class DbException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Class of the error, by which the engine decides how to continue. */
  public enum Kind {
    /**
     * Deadlock, lock wait timeout or write conflict: retrying the whole transaction may succeed.
     */
    RETRY,
    /** The insert violates a unique key: a row with this key exists. */
    DUPLICATE_KEY,
    /** The connection was lost or could not be established. */
    CONNECTION,
    /** The server is reachable but rejects the request: login, privilege, missing database. */
    REFUSED,
    /**
     * The workload refuses to run: the tables have other settings, or this machine is unsuitable.
     */
    UNFIT,
    /** Any other error; a retry does not help. */
    FATAL
  }

  private final Kind kind;
  private final String code;

  /**
   * @param code short error code of the server, by which errors are counted: "1213", "E11000"
   * @param message text for the user, without secrets; becomes one line
   */
  public DbException(Kind kind, String code, String message, @Nullable Throwable cause) {
    super(oneLine(message), cause);
    this.kind = kind;
    this.code = code;
  }

  /** As the other constructor, without a cause. */
  public DbException(Kind kind, String code, String message) {
    this(kind, code, message, null);
  }

  /** Returns an error of the kind {@link Kind#UNFIT}. */
  public static DbException unfit(String code, String message) {
    return new DbException(Kind.UNFIT, code, message);
  }

  /** Returns an error of the kind {@link Kind#REFUSED}. */
  public static DbException refused(String code, String message) {
    return new DbException(Kind.REFUSED, code, message);
  }

  /** Returns a text with each line break and the blanks around it as one space. */
  public static String oneLine(String text) {
    return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  public Kind kind() {
    return kind;
  }

  public String code() {
    return code;
  }
}
