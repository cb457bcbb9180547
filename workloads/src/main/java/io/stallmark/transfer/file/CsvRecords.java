package io.stallmark.transfer.file;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.stallmark.text.Text;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvSyntax;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Content of a CSV file as lines of another format, one for each record. For one thread.
 *
 * <p>Each character is a byte of the file, so that binary values keep their bytes, and texts are
 * checked where they are parsed.
 */
final class CsvRecords extends InputStream {

  /** Writes a record as one line. */
  interface LineWriter {

    /**
     * @param index indices of the wanted fields
     * @throws IllegalArgumentException if a field is wrong: what, for the user
     */
    void write(Fields fields, int[] index, ByteArrayOutputStream to);
  }

  private static final int BLOCK = 1 << 16;
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String name;
  private final CsvReader<Fields> reader;
  private final CloseableIterator<Fields> records;
  private final LineWriter writer;
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final Fields current = new Fields();
  private final int count;
  private final int[] index;
  private byte[] block = new byte[0];
  private int at;
  private @Nullable IOException failure;

  /** Fields of a record. Each call of the reader replaces them. */
  static final class Fields extends AbstractBaseCsvCallbackHandler<Fields> {
    private char[] text = new char[BLOCK];
    private int length;
    private int[] ends = new int[1];
    private boolean[] quoted = new boolean[1];
    private int count;

    @Override
    protected void handleBegin(long line) {
      length = 0;
      count = 0;
    }

    @Override
    protected void handleField(int field, char[] from, int offset, int size, boolean inQuotes) {
      if (length + size > text.length) {
        text = Arrays.copyOf(text, Math.max(2 * text.length, length + size));
      }
      if (count == ends.length) {
        ends = Arrays.copyOf(ends, 2 * count);
        quoted = Arrays.copyOf(quoted, 2 * count);
      }
      System.arraycopy(from, offset, text, length, size);
      length += size;
      ends[count] = length;
      quoted[count++] = inQuotes;
    }

    @Override
    protected void handleEmpty() {
      handleField(0, text, 0, 0, false);
    }

    @Override
    protected Fields buildRecord() {
      return this;
    }

    private long line() {
      return getStartingLineNumber();
    }

    private boolean isEmptyLine() {
      return count == 1 && length == 0 && !quoted[0];
    }

    boolean isQuoted(int field) {
      return quoted[field];
    }

    /** Bytes of a field. */
    byte[] bytes(int field) {
      int from = field == 0 ? 0 : ends[field - 1];
      byte[] bytes = new byte[ends[field] - from];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) text[from + i];
      }
      return bytes;
    }

    /**
     * Text of a field.
     *
     * @throws IllegalArgumentException if it is not UTF-8
     */
    String utf8(int field) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(field))).toString();
      } catch (CharacterCodingException e) {
        throw new IllegalArgumentException("a field is not valid UTF-8", e);
      }
    }

    boolean isAbsent(int field, CsvSyntax syntax) {
      return !quoted[field]
          && new String(bytes(field), StandardCharsets.ISO_8859_1).equals(syntax.absent());
    }
  }

  /**
   * Opens a file and reads its header.
   *
   * @param name name of the file, for messages
   * @param wanted names of the fields that are written, in the order of the file if it has no
   *     header
   * @throws IOException whose cause is {@link BadInput} if the header does not fit
   */
  CsvRecords(InputStream in, String name, CsvSyntax syntax, List<String> wanted, LineWriter writer)
      throws IOException {
    this.name = name;
    this.writer = writer;
    reader =
        CsvReader.builder()
            .fieldSeparator(syntax.delimiter())
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .build(current, new InputStreamReader(unmarked(in), StandardCharsets.ISO_8859_1));
    records = reader.iterator();
    if (syntax.header()) {
      List<String> header = header();
      count = header.size();
      index = wanted.stream().mapToInt(header::indexOf).toArray();
      for (int i = 0; i < index.length; i++) {
        if (index[i] < 0) {
          throw bad(1, "there is no column " + wanted.get(i));
        }
      }
    } else {
      count = wanted.size();
      index = IntStream.range(0, count).toArray();
    }
  }

  /** Returns the names in the first line of a file. */
  static List<String> header(InputStream in, String name, CsvSyntax syntax) throws IOException {
    try (CsvRecords lines =
        new CsvRecords(
            in,
            name,
            new CsvSyntax(syntax.delimiter(), syntax.absent(), false),
            List.of(),
            (fields, index, to) -> {})) {
      return lines.header();
    }
  }

  private List<String> header() throws IOException {
    if (!hasNext()) {
      throw bad(1, "the file is empty: it has no line with the names of the columns");
    }
    Fields first = records.next();
    List<String> names = IntStream.range(0, first.count).mapToObj(first::utf8).toList();
    Set<String> known = new HashSet<>();
    for (String each : names) {
      if (!known.add(each)) {
        throw bad(1, "the column " + each + " is there twice");
      }
    }
    return names;
  }

  private static InputStream unmarked(InputStream in) throws IOException {
    PushbackInputStream pushback = new PushbackInputStream(in, MARK.length);
    byte[] first = pushback.readNBytes(MARK.length);
    if (!Arrays.equals(first, MARK)) {
      pushback.unread(first);
    }
    return pushback;
  }

  private boolean hasNext() throws IOException {
    try {
      return records.hasNext();
    } catch (CsvParseException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw bad(current.line(), String.valueOf(cause.getMessage()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private IOException bad(long line, String what) {
    return new IOException(new BadInput(Text.format("%s, line %d: %s", name, line, what)));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (at == block.length) {
      fill();
    }
    int count = Math.min(length, block.length - at);
    System.arraycopy(block, at, into, offset, count);
    at += count;
    return count == 0 ? -1 : count;
  }

  /** Reads records until a block is full. What precedes a failure is read first. */
  private void fill() throws IOException {
    if (failure != null) {
      throw failure;
    }
    lines.reset();
    at = 0;
    try {
      while (lines.size() < BLOCK && hasNext()) {
        next(records.next());
      }
    } catch (IOException e) {
      failure = e;
    }
    block = lines.toByteArray();
    if (block.length == 0 && failure != null) {
      throw failure;
    }
  }

  private void next(Fields fields) throws IOException {
    long line = fields.line();
    if (fields.isEmptyLine() && count != 1) {
      while (hasNext()) {
        if (!records.next().isEmptyLine()) {
          throw bad(line, "the line is empty");
        }
      }
      return; // at the end of the file
    }
    if (fields.count != count) {
      throw bad(line, Text.format("%d fields, not %d", fields.count, count));
    }
    try {
      writer.write(fields, index, lines);
    } catch (IllegalArgumentException e) {
      throw bad(line, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
