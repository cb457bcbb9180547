package io.stallmark.mongo.recording;

import io.stallmark.mongo.wire.BsonElements;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * File of blocks that begin with their own length in four bytes: documents, or records of mongod's
 * recorder. Errors are for the user, and name the file and the offset. Not thread-safe.
 */
public final class BlockFile implements Closeable {

  /** Thrown where a file does not continue in its format. The message is one line for the user. */
  static final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1;

    private DamagedFileException(String message) {
      super(message);
    }
  }

  private static final int BUFFER = 256 * 1024;

  private final Path file;
  private final int least;
  private final int most;
  private final InputStream in;
  private long start;
  private long next;

  /**
   * Opens a file.
   *
   * @param least length of the shortest block, bytes
   * @param most length of the longest block, bytes
   */
  public BlockFile(Path file, int least, int most) throws IOException {
    this.file = file;
    this.least = least;
    this.most = most;
    try {
      in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    } catch (NoSuchFileException e) {
      throw new IOException("File " + file + " does not exist", e);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(IOException e) {
    return new IOException("File " + file + " cannot be read: " + e.getMessage(), e);
  }

  /** Returns the next block with its length; null: the file ends. */
  public byte @Nullable [] next() throws IOException {
    start = next;
    byte[] length = read(new byte[Integer.BYTES], 0);
    if (length.length == 0) {
      return null;
    }
    int size = length.length < Integer.BYTES ? least : BsonElements.getInt(length, 0);
    if (size < least || size > most) {
      throw damaged("no record begins there");
    }
    byte[] block = read(Arrays.copyOf(length, size), length.length);
    if (block.length < size) {
      throw damaged("the file ends within a record");
    }
    next += size;
    return block;
  }

  /** Fills an array. The result is shorter if the file ends. */
  private byte[] read(byte[] bytes, int from) throws IOException {
    try {
      int read = in.readNBytes(bytes, from, bytes.length - from);
      return from + read == bytes.length ? bytes : Arrays.copyOf(bytes, from + read);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Returns an error about the block that was read last. */
  public IOException damaged(String what) {
    return new DamagedFileException("File " + file + " is damaged at byte " + start + ": " + what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
