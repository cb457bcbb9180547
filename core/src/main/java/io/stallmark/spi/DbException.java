package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/**
 * The only exception that crosses the border between a database and the engine. Bindings throw it,
 * the engine alone decides what follows: retry, count, reconnect, abort.
 */
public final class DbException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What the engine can do about it. */
  public enum Kind {
    /** Deadlock, lock wait, write conflict: the whole transaction is worth another attempt. */
    RETRY,
    /** A row with this key is there already. */
    DUPLICATE_KEY,
    /** The connection is gone or could not be had. */
    CONNECTION,
    /** The server answers and says no: login, privilege, missing database. */
    REFUSED,
    /** The workload itself says no: to tables of other settings, or to this machine. */
    UNFIT,
    /** Anything else; trying again will not help. */
    FATAL
  }

  private final Kind kind;
  private final String code;

  /**
   * @param code the server's own error code, short, for counting errors by class: "1213", "E11000"
   * @param message one line that tells the user what happened, without secrets
   */
  public DbException(Kind kind, String code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = code;
  }

  public Kind kind() {
    return kind;
  }

  public String code() {
    return code;
  }
}
