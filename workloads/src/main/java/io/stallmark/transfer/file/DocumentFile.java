package io.stallmark.transfer.file;

import io.stallmark.spi.Args;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.format.OutputBytes;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.format.RowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes one file after another into a directory. For one thread. */
public final class DocumentFile {

  private static final int BLOCK = 1 << 16;

  private final FileDirectory directory;
  private final RowWriter writer;
  private final DocumentHash hash;
  private final OutputBytes out = new OutputBytes();
  private final ContentSum.Builder sum = new ContentSum.Builder();
  private @Nullable OutputStream stream;
  private String name = "";
  private long written;

  public DocumentFile(FileDirectory directory) {
    this.directory = directory;
    var columns = directory.layout().profile().columns();
    writer = directory.layout().format().writer(new RowShape(columns));
    hash = new DocumentHash(columns);
  }

  /** Creates a file; an unfinished one of this name is replaced. */
  public void begin(long number) throws IOException {
    abandon();
    name = directory.layout().name(number);
    sum.clear();
    written = 0;
    stream = directory.output(name);
  }

  /** Appends a row. */
  public void write(Args values, int row) throws IOException {
    writer.write(values, row, out);
    sum.add(hash.of(values, row));
    if (out.length() >= BLOCK) {
      drain();
    }
  }

  private void drain() throws IOException {
    written += out.length();
    out.drain(Objects.requireNonNull(stream));
  }

  /** Ends the file and returns the checksum of its rows. */
  public ContentSum end() throws IOException {
    drain();
    OutputStream open = Objects.requireNonNull(stream);
    open.close();
    stream = null;
    directory.finish(name, written, sum.sum());
    return sum.sum();
  }

  /** Deletes the file that was begun and not ended, if there is one. */
  public void abandon() {
    OutputStream open = stream;
    if (open == null) {
      return;
    }
    stream = null;
    out.clear();
    try {
      open.close();
    } catch (IOException e) {
      // the file is deleted anyway
    }
    directory.discard(name);
  }
}
