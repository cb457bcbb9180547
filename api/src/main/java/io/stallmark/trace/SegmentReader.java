package io.stallmark.trace;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Sha256;
import io.stallmark.text.Text;
import io.stallmark.trace.RecordCodec.BadRecordException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reads one segment whose checksum was verified. */
final class SegmentReader implements Closeable {

  private static final int BUFFER = 64 * 1024;

  private final Path file;
  private final SegmentIndex index;
  private final InputStream records;
  private final RecordCodec codec = new RecordCodec();
  private final SegmentIndex.Tally tally = new SegmentIndex.Tally();

  /**
   * Opens a segment.
   *
   * @param index content of the segment's {@code idx} file
   * @throws TraceException if the file is not the one that the index describes
   */
  SegmentReader(TraceFiles files, int number, SegmentIndex index) throws TraceException {
    this.index = index;
    file = files.path(TraceFiles.segment(number));
    verify(file, TraceFiles.index(number), index);
    try {
      records =
          new BufferedInputStream(
              new ZstdInputStreamNoFinalizer(Files.newInputStream(file)), BUFFER);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static void verify(Path file, String indexName, SegmentIndex index)
      throws TraceException {
    MessageDigest digest = Sha256.digest();
    long size;
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      size = in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    if (size != index.bytes()) {
      throw TraceException.damaged(
          Text.format(
              "%s is damaged: it has %,d bytes, but %s says %,d",
              file, size, indexName, index.bytes()));
    }
    if (!HexFormat.of().formatHex(digest.digest()).equals(index.sha256())) {
      throw TraceException.damaged(
          Text.format("%s is damaged: its SHA-256 is not the one in %s", file, indexName));
    }
  }

  private static TraceException unreadable(Path file, IOException e) {
    return TraceException.damaged(file + " cannot be read: " + FileTrouble.reason(e));
  }

  /** Returns the next record; null: there are no more. */
  @Nullable TraceRecord next() throws TraceException {
    long begin = codec.offset();
    try {
      TraceRecord record = codec.read(records);
      if (record != null) {
        tally.add(record);
      } else if (!tally.index(index.bytes(), index.sha256()).equals(index)) {
        throw TraceException.damaged(
            file + " and its idx differ in the number or the times of the records");
      }
      return record;
    } catch (TraceException e) {
      throw e;
    } catch (EOFException e) {
      throw bad(begin, "the segment ends within a record");
    } catch (BadRecordException e) {
      throw bad(begin, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw bad(begin, "it cannot be decompressed: " + e.getMessage());
    }
  }

  private TraceException bad(long offset, String why) {
    return TraceException.damaged(
        Text.format("%s is damaged at byte %,d of its records: %s", file, offset, why));
  }

  @Override
  public void close() throws TraceException {
    try {
      records.close();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }
}
