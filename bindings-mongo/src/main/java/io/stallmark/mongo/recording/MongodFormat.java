package io.stallmark.mongo.recording;

import io.stallmark.mongo.recording.BlockFile.DamagedFileException;
import io.stallmark.mongo.recording.MongodRecording.TrafficFile;
import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.spi.wire.RecordingFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of mongod's traffic recorder. */
public final class MongodFormat implements RecordingFormat {

  /** Records by which the layout is recognised. */
  private static final int EVIDENCE = 10;

  /** Largest record: a message, and texts of addresses. */
  private static final int MOST = MongoMessage.MAX_LENGTH + 64 * 1024;

  /** Milliseconds since 1970 of no recording: the recorder is newer. As microseconds: 11 days. */
  private static final long LEAST_DATE = 1_000_000_000_000L;

  /** Newer recorders name a file by its start, in milliseconds since 1970. */
  private static final Pattern DATED = Pattern.compile("(\\d{13})\\.bin");

  @Override
  public String name() {
    return "mongod";
  }

  @Override
  public ForeignRecording open(List<Path> files) throws IOException {
    List<TrafficFile> found = new ArrayList<>();
    long first = 0;
    for (Path file : files) {
      List<byte[]> head = head(file);
      TrafficLayout layout = TrafficLayout.of(head);
      TrafficRecord traffic = head.isEmpty() || layout == null ? null : layout.read(head.get(0));
      if (layout == null || traffic == null) {
        throw new IOException("File " + file + " is not a recording of mongod's traffic recorder");
      }
      first = found.isEmpty() ? traffic.time() : first;
      found.add(new TrafficFile(file, layout));
    }
    boolean dated = first >= LEAST_DATE;
    Instant start = dated ? Instant.ofEpochMilli(first) : start(files.get(0));
    return new MongodRecording(List.copyOf(found), start, dated);
  }

  /** Opens a file in order to read its records. */
  static BlockFile blocks(Path file) throws IOException {
    return new BlockFile(file, TrafficLayout.LEAST, MOST);
  }

  /** Returns the first records. The conversion reports a damage after the first one. */
  private static List<byte[]> head(Path file) throws IOException {
    List<byte[]> head = new ArrayList<>();
    try (BlockFile blocks = blocks(file)) {
      for (byte[] block = blocks.next(); block != null; block = blocks.next()) {
        head.add(block);
        if (head.size() == EVIDENCE) {
          break;
        }
      }
    } catch (DamagedFileException e) {
      return head;
    }
    return head;
  }

  private static Instant start(Path file) throws IOException {
    Matcher dated = DATED.matcher(String.valueOf(file.getFileName()));
    return dated.matches()
        ? Instant.ofEpochMilli(Long.parseLong(dated.group(1)))
        : Files.getLastModifiedTime(file).toInstant();
  }
}
