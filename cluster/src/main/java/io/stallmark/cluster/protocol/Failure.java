package io.stallmark.cluster.protocol;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import org.jspecify.annotations.Nullable;

/**
 * Error that ended an agent's share.
 *
 * @param kind kind of an error of the database; null: another error
 * @param code the server's error code; empty if there is none
 * @param message one line for the user
 */
public record Failure(DbException.@Nullable Kind kind, String code, String message) {

  public static Failure of(DbException e) {
    return new Failure(e.kind(), e.code(), String.valueOf(e.getMessage()));
  }

  /** The specification cannot run on this machine. */
  public static Failure of(SpecException e) {
    return new Failure(DbException.Kind.UNFIT, "", String.valueOf(e.getMessage()));
  }

  public static Failure of(String message) {
    return new Failure(null, "", message);
  }

  /** Returns the error with the name of the agent. */
  public DbException at(String agent) {
    return new DbException(
        kind == null ? DbException.Kind.UNFIT : kind, code, "agent " + agent + ": " + message);
  }
}
