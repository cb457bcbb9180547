package io.stallmark.spi.wire;

import java.util.Set;

/**
 * Recorded operation as a user reads it.
 *
 * @param command the protocol's name of the command, such as {@code query} or {@code find}
 * @param fingerprint text without values, equal for operations that differ only in values
 * @param write whether it can change what other sessions read, or locks it; also the end of a
 *     transaction
 * @param control whether it only begins or ends a transaction, or changes the state of its session,
 *     such as {@code USE} and {@code SET}. The session's reads and writes depend on it
 * @param tables names of the tables or collections that it reads or writes, in lower case and
 *     without the database; empty: none, or not known
 */
public record OperationText(
    String command, String fingerprint, boolean write, boolean control, Set<String> tables) {

  public OperationText {
    tables = Set.copyOf(tables);
  }

  /** Returns the text of another operation that does the same. */
  public OperationText with(String otherCommand, String otherFingerprint) {
    return new OperationText(otherCommand, otherFingerprint, write, control, tables);
  }

  /** Creates the text of an operation on data. */
  public OperationText(String command, String fingerprint, boolean write, Set<String> tables) {
    this(command, fingerprint, write, false, tables);
  }

  /** Creates the text of an operation on data whose tables are not known. */
  public OperationText(String command, String fingerprint, boolean write) {
    this(command, fingerprint, write, Set.of());
  }
}
