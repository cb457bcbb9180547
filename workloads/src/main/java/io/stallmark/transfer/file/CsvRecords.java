package io.stallmark.transfer.file;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvSyntax;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
     * @throws RefusedException if a field is wrong: what, for the user
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
  private InputStream block = InputStream.nullInputStream();
  private @Nullable IOException failure;

  /** Fields of a record. Each call of the reader replaces them. */
  static final class Fields extends AbstractBaseCsvCallbackHandler<Fields> {
    private final List<byte[]> values = new ArrayList<>();
    private final BitSet quoted = new BitSet();

    @Override
    protected void handleBegin(long line) {
      values.clear();
      quoted.clear();
    }

    @Override
    protected void handleField(int field, char[] from, int offset, int size, boolean inQuotes) {
      byte[] value = new byte[size];
      for (int i = 0; i < size; i++) {
        value[i] = (byte) from[offset + i];
      }
      quoted.set(values.size(), inQuotes);
      values.add(value);
    }

    @Override
    protected void handleEmpty() {
      values.add(new byte[0]);
    }

    @Override
    protected Fields buildRecord() {
      return this;
    }

    private long line() {
      return getStartingLineNumber();
    }

    private boolean isEmptyLine() {
      return values.size() == 1 && values.get(0).length == 0 && !quoted.get(0);
    }

    boolean isQuoted(int field) {
      return quoted.get(field);
    }

    byte[] bytes(int field) {
      return values.get(field);
    }

    /**
     * Text of a field.
     *
     * @throws RefusedException if it is not UTF-8
     */
    String utf8(int field) {
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(field))).toString();
      } catch (CharacterCodingException e) {
        throw new RefusedException("a field is not valid UTF-8", e);
      }
    }

    boolean isAbsent(int field, CsvSyntax syntax) {
      return !quoted.get(field)
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
    List<String> names = IntStream.range(0, first.values.size()).mapToObj(first::utf8).toList();
    Set<String> known = new HashSet<>();
    for (String each : names) {
      if (!known.add(each)) {
        throw bad(1, "the column " + each + " occurs twice");
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
    return new IOException(new BadInput("%s, line %d: %s", name, line, what));
  }

  @Override
  public int read() throws IOException {
    fill();
    return block.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    fill();
    return block.read(into, offset, length);
  }

  /** Reads records until a block is full, if it is empty. What precedes a failure is read first. */
  private void fill() throws IOException {
    if (block.available() > 0) {
      return;
    }
    lines.reset();
    try {
      while (failure == null && lines.size() < BLOCK && hasNext()) {
        next(records.next());
      }
    } catch (IOException e) {
      failure = e;
    }
    block = new ByteArrayInputStream(lines.toByteArray());
    if (lines.size() == 0 && failure != null) {
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
    if (fields.values.size() != count) {
      throw bad(line, Text.format("%d fields, not %d", fields.values.size(), count));
    }
    try {
      writer.write(fields, index, lines);
    } catch (RefusedException e) {
      throw bad(line, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
