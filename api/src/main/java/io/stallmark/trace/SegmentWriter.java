package io.stallmark.trace;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.stallmark.text.Sha256;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** Writes one segment. Its file gets its name when the segment is complete. */
final class SegmentWriter implements Closeable {

  /** Time between the first record and the end of a segment. */
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Size of a segment's records before compression. */
  static final long LARGEST = 64L * 1024 * 1024;

  private static final int LEVEL = 1;
  private static final int BUFFER = 64 * 1024;

  private final TraceFiles files;
  private final int number;
  private final FileOutputStream file;
  private final HashedOutput compressed;
  private final ZstdOutputStreamNoFinalizer zstd;
  private final OutputStream records;
  private final RecordCodec codec = new RecordCodec();
  private final SegmentIndex.Tally tally = new SegmentIndex.Tally();
  private long size;

  SegmentWriter(TraceFiles files, int number) throws IOException {
    this.files = files;
    this.number = number;
    file = new FileOutputStream(files.unfinished(TraceFiles.segment(number)).toFile());
    compressed = new HashedOutput(file);
    zstd = new ZstdOutputStreamNoFinalizer(compressed, LEVEL);
    zstd.setChecksum(true);
    records = new BufferedOutputStream(zstd, BUFFER);
  }

  void write(TraceRecord record) throws IOException {
    size += codec.write(record, records);
    tally.add(record);
  }

  /** Whether a record belongs into the next segment. */
  boolean isFull(TraceRecord next) {
    return isOver(next.time()) || size + RecordCodec.sizeOf(next) > LARGEST;
  }

  /** Whether the time of the segment is over. */
  boolean isOver(long now) {
    return now - tally.first() >= LONGEST_NANOS;
  }

  /** Size of the part that is already in the file. */
  long bytes() {
    return compressed.count;
  }

  /** Completes the files of the segment. */
  SegmentIndex finish() throws IOException {
    records.flush();
    records.close();
    SegmentIndex index = tally.index(compressed.count, compressed.sha256());
    files.finish(TraceFiles.segment(number));
    files.write(TraceFiles.index(number), index);
    return index;
  }

  /** Removes what was written, unless the segment is complete. */
  @Override
  public void close() throws IOException {
    file.close();
    try {
      zstd.close();
    } catch (IOException e) {
      // its end has no file any more, its memory is free
    }
    Files.deleteIfExists(files.unfinished(TraceFiles.segment(number)));
  }

  /** Output to a file that counts and hashes the bytes. */
  private static final class HashedOutput extends OutputStream {

    private final FileOutputStream out;
    private final MessageDigest digest = Sha256.digest();
    private long count;

    HashedOutput(FileOutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      digest.update(bytes, from, length);
      count += length;
    }

    @Override
    public void close() throws IOException {
      out.getFD().sync();
      out.close();
    }

    String sha256() {
      return HexFormat.of().formatHex(digest.digest());
    }
  }
}
