package io.stallmark.cli.trace;

import io.stallmark.trace.TraceDocument;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Copy of a part of a trace. Drops replies whose operation is not in the copy. */
final class TraceCopy {

  private final TraceWriter writer;
  private final Map<Integer, Set<Long>> unanswered = new HashMap<>();

  private TraceCopy(TraceWriter writer) {
    this.writer = writer;
  }

  /** Chooses the records to copy. */
  interface Selection {
    /** Passes a record of the source on to the copy, or others in its place, or none. */
    void accept(TraceRecord record, Consumer<TraceRecord> copy);
  }

  /**
   * Writes a copy with the same origin. If the source is damaged, the copy is marked as failed.
   *
   * @param source the source; read to its end
   */
  static void write(TraceReader source, Path target, Selection selection) throws TraceException {
    write(source, target, source.document().origin(), selection);
  }

  /** Writes a copy with another origin. */
  static void write(TraceReader source, Path target, TraceOrigin origin, Selection selection)
      throws TraceException {
    TraceDocument document = source.document();
    try (TraceWriter writer = TraceWriter.create(target, origin)) {
      TraceCopy copy = new TraceCopy(writer);
      document.omitted().forEach(writer::omitted);
      try {
        for (@Nullable TraceRecord next = source.next(); next != null; next = source.next()) {
          selection.accept(next, copy::add);
        }
      } catch (TraceException e) {
        writer.end(State.FAILED, String.valueOf(e.getMessage()));
        throw e;
      } catch (UncheckedIOException e) {
        if (e.getCause() instanceof TraceException failure) {
          throw failure;
        }
        throw e;
      }
      if (document.state() == State.RECORDING) {
        writer.end(State.FAILED, "the source is a recording without an end");
      } else {
        writer.end(document.state(), document.reason());
      }
    }
  }

  private void add(TraceRecord record) {
    if (record instanceof Operation operation) {
      unanswered.computeIfAbsent(record.session(), s -> new HashSet<>()).add(operation.sequence());
    } else if (record instanceof SessionEnd) {
      unanswered.remove(record.session());
    } else if (record instanceof Reply reply) {
      Set<Long> open = unanswered.get(record.session());
      if (open == null || !open.remove(reply.sequence())) {
        return;
      }
    }
    writer.record(record);
  }
}
