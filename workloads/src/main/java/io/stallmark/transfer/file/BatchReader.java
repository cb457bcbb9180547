package io.stallmark.transfer.file;

import io.stallmark.text.Text;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
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

  /** Size of a byte order mark. */
  private static final int MARK = 3;

  /** Maximum size of a read. What a batch does not need is copied to the next one. */
  private static final int BLOCK = 1 << 18;

  /** Supplies buffers, possibly used ones. */
  interface Buffers {
    byte[] take(int least);
  }

  private final String name;
  private final InputStream in;
  private final @Nullable TextDocuments text;
  private final boolean mayEndOpen;
  private final Buffers buffers;
  private int[] lines = new int[1 << 10]; // of a batch's documents, after its first line
  private byte[] rest = new byte[0]; // read after the last batch, without the document's end
  private int restLength;
  private long offset; // of the rest in the content
  private long line = 1; // of the rest
  private boolean ended;
  private boolean closed; // by a line feed that the file does not have

  /**
   * @param mayEndOpen whether the last line can end without a line feed
   */
  BatchReader(String name, InputStream in, FileFormat format, boolean mayEndOpen, Buffers buffers) {
    this.name = name;
    this.in = in;
    this.text =
        switch (format) {
          case BSON -> null;
          case JSONL -> new TextDocuments.Json();
          case TSV, CSV -> new TextDocuments.Tsv();
        };
    this.mayEndOpen = mayEndOpen;
    this.buffers = buffers;
  }

  /** Sets the number of the line in the file at which the content begins. */
  BatchReader fromLine(long first) {
    line = first;
    return this;
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
    boolean everyLine = true;
    long first = text == null ? offset : line;
    if (text != null) {
      text.begin();
    }
    while (documents < mostDocuments) {
      int documentEnd =
          text == null ? endOfBson(bytes, end, length) : text.end(bytes, scanned, length);
      if (documentEnd < 0) {
        scanned = length;
        if (length - end > LARGEST) {
          throw bad(end, "a document of more than 16 MiB");
        }
        if (documents > 0 && length >= mostBytes) {
          break;
        }
        bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
        int count = ended ? -1 : in.read(bytes, length, Math.min(BLOCK, bytes.length - length));
        if (count < 0) {
          ended = true;
          boolean open = text == null ? length > end : text.isOpen();
          if (open && mayEndOpen && !closed) {
            closed = true;
            bytes = length == bytes.length ? Arrays.copyOf(bytes, length + 1) : bytes;
            bytes[length++] = '\n';
            continue;
          } else if (open) {
            throw bad(length, "the file is truncated: it ends within a document");
          }
          end = length;
          break;
        }
        length += count;
        if (text != null && isMarked(bytes, length)) {
          text.begin();
          Arrays.fill(bytes, 0, MARK, (byte) ' ');
          scanned = 0;
        }
      } else if (documents > 0 && documentEnd > mostBytes) {
        break;
      } else {
        end = documentEnd;
        scanned = end;
        documents++;
        if (text != null) {
          lines = documents > lines.length ? Arrays.copyOf(lines, 2 * documents) : lines;
          lines[documents - 1] = (int) (line - first) + text.lead();
          everyLine &= lines[documents - 1] == documents - 1;
          line += text.take();
        }
      }
    }
    keep(bytes, end, length);
    if (documents == 0) {
      return null;
    }
    int[] after = everyLine ? null : Arrays.copyOf(lines, documents);
    return new RawBatch(name, number, first, bytes, end, documents, after);
  }

  private void keep(byte[] bytes, int end, int length) {
    restLength = length - end;
    if (rest.length < restLength) {
      rest = new byte[Math.max(restLength, LEAST)];
    }
    System.arraycopy(bytes, end, rest, 0, restLength);
    offset += end;
  }

  /** Whether the file begins with a byte order mark, which is space before JSON. */
  private boolean isMarked(byte[] bytes, int length) throws BadInput {
    boolean marked =
        offset == 0
            && length >= MARK
            && (bytes[0] & 0xFF) == 0xEF
            && (bytes[1] & 0xFF) == 0xBB
            && (bytes[2] & 0xFF) == 0xBF;
    if (marked && text instanceof TextDocuments.Tsv) {
      throw bad(0, "the file begins with a byte order mark, which must be removed");
    }
    return marked;
  }

  private int endOfBson(byte[] bytes, int from, int length) throws BadInput {
    if (length - from < Integer.BYTES) {
      return -1;
    }
    int size = (int) INT32.get(bytes, from);
    if (size < Integer.BYTES + 1) {
      throw bad(from, "not a BSON document");
    } else if (size > LARGEST) {
      throw bad(from, "a document of more than 16 MiB");
    }
    return size <= length - from ? from + size : -1;
  }

  private BadInput bad(int at, String what) {
    return new BadInput(
        text != null
            ? Text.format(
                "%s, line %d (offset %d): %s", name, line + text.lead(), offset + at, what)
            : Text.format("%s, offset %d: %s", name, offset + at, what));
  }

  /** Describes a failure to read a file, such as a damaged compressed one. */
  static BadInput failed(String name, IOException e) {
    return new BadInput(
        e instanceof EOFException || String.valueOf(e.getMessage()).contains("Truncated")
            ? name + " is truncated"
            : name + " cannot be read: " + e.getMessage());
  }
}
