package io.stallmark.it.servers.record;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Keeps the records of a recording. Thread-safe. */
final class KeptRecords implements TraceSink {

  final List<TraceRecord> all = new CopyOnWriteArrayList<>();

  /** Commands that are not in the recording. */
  final List<String> omitted = new CopyOnWriteArrayList<>();

  @Override
  public void record(TraceRecord record) {
    all.add(record);
  }

  @Override
  public void omitted(String command) {
    omitted.add(command);
  }

  <T extends TraceRecord> Stream<T> of(Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast);
  }
}
