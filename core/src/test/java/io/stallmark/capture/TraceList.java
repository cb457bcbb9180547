package io.stallmark.capture;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;

/** Keeps the records of a recording. Thread-safe. */
final class TraceList implements TraceSink {

  private final List<TraceRecord> records = new ArrayList<>();

  @Override
  public synchronized void record(TraceRecord record) {
    records.add(record);
  }

  @Override
  public void omitted(String command) {
    throw new AssertionError(command);
  }

  synchronized <T extends TraceRecord> List<T> of(Class<T> kind) {
    return records.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
