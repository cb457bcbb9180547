package io.stallmark.trace;

import io.stallmark.text.FileTrouble;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trace. Used by one thread at a time, except {@link #bytes}.
 *
 * <p>After a failure, such as a full disk, the segments closed before it are a readable trace.
 * Every later record is refused with the same failure.
 */
public final class TraceWriter implements TraceSink, Closeable {

  private final TraceFiles files;
  private final TraceOrigin origin;
  private final RecordCounts counts = new RecordCounts();
  private final Map<String, Long> omitted = new TreeMap<>();
  private @Nullable SegmentWriter segment;
  private @Nullable TraceDocument whole;
  private @Nullable TraceException failure;
  private int segments;
  private long closedBytes;
  private volatile long bytes;
  private boolean ended;

  private TraceWriter(TraceFiles files, TraceOrigin origin) {
    this.files = files;
    this.origin = origin;
  }

  /**
   * Creates the directory of a trace.
   *
   * @throws TraceException if the directory exists and is not empty, or cannot be written
   */
  public static TraceWriter create(Path directory, TraceOrigin origin) throws TraceException {
    TraceWriter writer;
    try {
      writer = new TraceWriter(TraceFiles.create(directory), origin);
      writer.writeDocument(State.RECORDING, "");
    } catch (TraceException e) {
      throw e;
    } catch (IOException e) {
      throw unwritten(directory, e);
    }
    return writer;
  }

  /**
   * Writes a record.
   *
   * @throws UncheckedIOException if the trace cannot be written; its cause is a {@link
   *     TraceException}
   */
  @Override
  public void record(TraceRecord record) {
    try {
      requireWell();
      if (segment != null && segment.isFull(record)) {
        closeSegment();
      }
      if (segment == null) {
        segment = new SegmentWriter(files, segments + 1);
      }
      segment.write(record);
      bytes = closedBytes + segment.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(failed(e));
    }
    counts.add(record);
  }

  @Override
  public void omitted(String command) {
    omitted(command, 1);
  }

  /** Counts several operations that the trace omits on purpose. */
  public void omitted(String command, long number) {
    omitted.merge(command, number, Long::sum);
  }

  /**
   * Closes the open segment if its time is over. For recordings in which nothing happens.
   *
   * @param now nanoseconds since the start of the recording
   * @throws UncheckedIOException as {@link #record}
   */
  public void flush(long now) {
    if (segment != null && segment.isOver(now)) {
      try {
        requireWell();
        closeSegment();
      } catch (IOException e) {
        throw new UncheckedIOException(failed(e));
      }
    }
  }

  /** Size of the segments on disk, bytes. Any thread may call this method. */
  public long bytes() {
    return bytes;
  }

  /**
   * Ends the trace.
   *
   * @param reason why it failed; empty, if it is completed
   * @throws TraceException if the trace cannot be written, or could not be written before
   */
  public void end(State state, String reason) throws TraceException {
    ended = true;
    try {
      requireWell();
      if (segment != null) {
        closeSegment();
      }
      writeDocument(state, reason);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Ends the trace as failed, unless {@link #end} was called. */
  @Override
  public void close() throws TraceException {
    if (!ended) {
      end(State.FAILED, "Stallmark ended unexpectedly");
    }
  }

  private void requireWell() throws TraceException {
    if (failure != null) {
      throw failure;
    }
  }

  private void closeSegment() throws IOException {
    SegmentWriter closing = segment;
    if (closing != null) {
      closedBytes += closing.finish().bytes();
      segment = null;
      segments++;
      bytes = closedBytes;
      writeDocument(State.RECORDING, "");
    }
  }

  /** Writes {@code trace.json}. All records that were counted are in closed segments. */
  private void writeDocument(State state, String reason) throws IOException {
    whole =
        new TraceDocument(
            TraceDocument.VERSION,
            origin,
            state,
            reason,
            counts.counts(closedBytes),
            counts.gaps(),
            omitted,
            segments);
    files.write(TraceFiles.DOCUMENT, whole);
  }

  /**
   * Gives the open segment up and marks the trace as failed, as far as the disk permits. Returns
   * the failure to report.
   */
  private TraceException failed(IOException e) {
    if (failure == null) {
      failure = unwritten(files.directory(), e);
      ended = true;
      try {
        if (segment != null) {
          segment.close();
          segment = null;
        }
        if (whole != null) {
          files.write(TraceFiles.DOCUMENT, whole.failed(String.valueOf(e.getMessage())));
        }
      } catch (IOException alsoFailed) {
        failure.addSuppressed(alsoFailed);
      }
    }
    return failure;
  }

  private static TraceException unwritten(Path directory, IOException e) {
    return new TraceException(
        Kind.UNWRITTEN, "The trace " + directory + " cannot be written: " + FileTrouble.reason(e));
  }
}
