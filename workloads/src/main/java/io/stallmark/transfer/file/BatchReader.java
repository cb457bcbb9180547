package io.stallmark.transfer.file;

import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.RawBatch;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the documents of one file in batches, without parsing them. For one thread. */
final class BatchReader {

  /** Maximum size of a document, bytes: that of a BSON document. */
  static final int LARGEST = 16 << 20;

  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LEAST = 1 << 16;

  /** Maximum size of a read. What a batch does not need is copied to the next one. */
  private static final int BLOCK = 1 << 18;

  /** Supplies buffers, possibly used ones. */
  interface Buffers {
    byte[] take(int least);
  }

  private final String name;
  private final InputStream in;
  private final boolean lines;
  private final boolean mayEndOpen;
  private final Buffers buffers;
  private byte[] rest = new byte[0]; // read after the last batch, without the document's end
  private int restLength;
  private long offset; // of the rest in the content
  private long line = 1; // of the rest
  private boolean ended;

  /**
   * @param lines whether each line is a document; false: BSON
   * @param mayEndOpen whether the last line can end without a line feed
   */
  BatchReader(String name, InputStream in, boolean lines, boolean mayEndOpen, Buffers buffers) {
    this.name = name;
    this.in = in;
    this.lines = lines;
    this.mayEndOpen = mayEndOpen;
    this.buffers = buffers;
  }

  /**
   * Returns the next batch; null: the file has ended.
   *
   * @param number number of the batch's first document in the file, from 0
   * @param mostDocuments maximum number of documents
   * @param mostBytes maximum size of a batch with more than one document
   */
  @Nullable RawBatch next(long number, int mostDocuments, int mostBytes)
      throws IOException, BadInput {
    byte[] bytes = buffers.take(Math.max(LEAST, restLength));
    System.arraycopy(rest, 0, bytes, 0, restLength);
    int length = restLength;
    int documents = 0;
    int end = 0; // of the last complete document
    int scanned = 0;
    long first = lines ? line : offset;
    while (documents < mostDocuments) {
      int documentEnd = lines ? endOfLine(bytes, scanned, length) : endOfBson(bytes, end, length);
      if (documentEnd < 0) {
        scanned = length;
        if (length - end > LARGEST) {
          throw bad(documents, end, "a document of more than 16 MiB");
        }
        if (documents > 0 && length >= mostBytes) {
          break;
        }
        bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
        int count = ended ? -1 : in.read(bytes, length, Math.min(BLOCK, bytes.length - length));
        if (count < 0) {
          ended = true;
          if (length > end && mayEndOpen) {
            bytes = length == bytes.length ? Arrays.copyOf(bytes, length + 1) : bytes;
            bytes[length++] = '\n';
            continue;
          } else if (length > end) {
            throw bad(documents, length, "the file is truncated: it ends within a document");
          }
          break;
        }
        length += count;
        checkStart(bytes, length);
      } else if (documents > 0 && documentEnd > mostBytes) {
        break;
      } else {
        end = documentEnd;
        scanned = end;
        documents++;
      }
    }
    keep(bytes, end, length);
    line += documents;
    if (documents == 0) {
      return null;
    }
    RawBatch batch = new RawBatch(name, number, first, bytes);
    batch.set(end, documents);
    return batch;
  }

  private void keep(byte[] bytes, int end, int length) {
    restLength = length - end;
    if (rest.length < restLength) {
      rest = new byte[Math.max(restLength, LEAST)];
    }
    System.arraycopy(bytes, end, rest, 0, restLength);
    offset += end;
  }

  private void checkStart(byte[] bytes, int length) throws BadInput {
    if (offset > 0 || length < 3 || !lines) {
      return;
    }
    boolean bom = (bytes[0] & 0xFF) == 0xEF && (bytes[1] & 0xFF) == 0xBB;
    if (bom && (bytes[2] & 0xFF) == 0xBF) {
      throw bad(0, 0, "the file begins with a byte order mark, which must be removed");
    }
  }

  private static int endOfLine(byte[] bytes, int from, int length) {
    for (int i = from; i < length; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private int endOfBson(byte[] bytes, int from, int length) throws BadInput {
    if (length - from < Integer.BYTES) {
      return -1;
    }
    int size = (int) INT32.get(bytes, from);
    if (size < Integer.BYTES + 1) {
      throw bad(0, from, "not a BSON document");
    } else if (size > LARGEST) {
      throw bad(0, from, "a document of more than 16 MiB");
    }
    return size <= length - from ? from + size : -1;
  }

  private BadInput bad(int documents, int at, String what) {
    return new BadInput(
        lines
            ? "%s, line %d (offset %d): %s".formatted(name, line + documents, offset + at, what)
            : "%s, offset %d: %s".formatted(name, offset + at, what));
  }

  /** Describes a failure to read a file, such as a damaged compressed one. */
  static BadInput failed(String name, IOException e) {
    return new BadInput(
        e instanceof EOFException || String.valueOf(e.getMessage()).contains("Truncated")
            ? name + " is truncated"
            : name + " cannot be read: " + e.getMessage());
  }
}
