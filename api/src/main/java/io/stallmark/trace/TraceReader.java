package io.stallmark.trace;

import io.stallmark.text.Lines;
import io.stallmark.text.Sha256;
import io.stallmark.trace.TraceDocument.State;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a trace in the order in which they were written. Memory is bounded by one
 * record. Used by one thread at a time.
 */
public final class TraceReader implements Closeable {

  /** Start of a window that begins with the recording. */
  public static final long FROM_START = Long.MIN_VALUE;

  /** End of a window that ends with the recording. */
  public static final long UNTIL_END = Long.MAX_VALUE;

  private final TraceFiles files;
  private final TraceDocument document;
  private final int segments;
  private final long from;
  private final long until;
  private int number;
  private @Nullable SegmentReader segment;

  private TraceReader(TraceFiles files, TraceDocument document, long from, long until)
      throws TraceException {
    this.files = files;
    this.document = document;
    this.from = from;
    this.until = until;
    segments = segments(files, document);
  }

  /** Opens a trace. The parameters are as in {@link #open(Path, long, long)}. */
  public static TraceReader open(Path directory) throws TraceException {
    return open(directory, FROM_START, UNTIL_END);
  }

  /**
   * Opens a trace, also one whose recording was killed or is in progress.
   *
   * @param from earliest time of the records to return, nanoseconds since the start of the
   *     recording
   * @param until time before which all records to return are
   * @throws TraceException if the directory is no trace, or files of it are missing or damaged
   */
  public static TraceReader open(Path directory, long from, long until) throws TraceException {
    TraceFiles files = new TraceFiles(directory);
    TraceReader reader = new TraceReader(files, files.document(), from, until);
    List<String> wrong = misnumbered(files, reader.document, reader.segments);
    if (!wrong.isEmpty()) {
      throw TraceException.damaged(wrong.get(0));
    }
    return reader;
  }

  /**
   * Returns the number of closed segments. A recording that was killed may have closed one more
   * than {@code trace.json} says.
   */
  static int segments(TraceFiles files, TraceDocument document) throws TraceException {
    int count = document.segments();
    while (document.state() == State.RECORDING && isClosed(files, count + 1)) {
      count++;
    }
    return count;
  }

  private static boolean isClosed(TraceFiles files, int number) {
    return Files.exists(files.path(TraceFiles.segment(number)))
        && Files.exists(files.path(TraceFiles.index(number)));
  }

  /** Returns a line for each file that is missing or does not belong to the trace. */
  static List<String> misnumbered(TraceFiles files, TraceDocument document, int segments)
      throws TraceException {
    Lines wrong = new Lines();
    for (int i = 1; i <= segments; i++) {
      for (String name : List.of(TraceFiles.segment(i), TraceFiles.index(i))) {
        if (!Files.exists(files.path(name))) {
          wrong.add(files.path(name) + " is missing");
        }
      }
    }
    for (int extra : files.numbers().tailSet(segments + 1)) {
      boolean unfinished =
          document.state() != State.COMPLETED && extra == segments + 1 && !isClosed(files, extra);
      if (!unfinished) {
        wrong.add(
            "%s has files of segment %d, but the trace has %d segments",
            files.directory(), extra, segments);
      }
    }
    return wrong;
  }

  public TraceDocument document() {
    return document;
  }

  /** SHA-256 of the trace: of its description and of the SHA-256 of each closed segment. */
  public String sha256() throws TraceException {
    MessageDigest digest = Sha256.digest();
    digest.update(document.toString().getBytes(StandardCharsets.UTF_8));
    for (int i = 1; i <= segments; i++) {
      String own = files.index(TraceFiles.index(i)).sha256();
      digest.update(own.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Number of closed segments. */
  public int segments() {
    return segments;
  }

  /** Returns the next record; null: there are no more. */
  public @Nullable TraceRecord next() throws TraceException {
    while (segment != null || number < segments) {
      if (segment == null) {
        number++;
        SegmentIndex index = files.index(TraceFiles.index(number));
        if (index.lastTime() < from || index.firstTime() >= until) {
          continue;
        }
        segment = new SegmentReader(files, number, index);
      }
      TraceRecord record = segment.next();
      if (record == null) {
        segment.close();
        segment = null;
      } else if (record.time() >= from && record.time() < until) {
        return record;
      }
    }
    return null;
  }

  @Override
  public void close() throws TraceException {
    if (segment != null) {
      segment.close();
    }
  }
}
