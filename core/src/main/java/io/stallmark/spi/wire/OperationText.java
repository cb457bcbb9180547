package io.stallmark.spi.wire;

/**
 * Recorded operation as a user reads it.
 *
 * @param command the protocol's name of the command, such as {@code query} or {@code find}
 * @param fingerprint text without values, equal for operations that differ only in values
 * @param write whether it can change data
 */
public record OperationText(String command, String fingerprint, boolean write) {}
