package io.stallmark.trace;

/** Receives the records of a recording. Used by one thread at a time. */
public interface TraceSink {

  /** Accepts the next record. The times of a session's records ascend. */
  void record(TraceRecord record);

  /**
   * Counts an operation that the recording omits on purpose, such as a driver's heartbeat.
   *
   * @param command name of the command
   */
  void omitted(String command);
}
