package io.stallmark.transfer.file;

import io.stallmark.spi.Args;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.format.OutputBytes;
import io.stallmark.transfer.format.RowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.CopyOption;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes one file after another. A file has its name only when it is complete. For one thread. */
public final class OutputFile {

  /** End of the name of a file that is not complete. */
  public static final String UNFINISHED = ".tmp";

  private static final int BLOCK = 1 << 16;

  private final FileTarget target;
  private final RowWriter writer;
  private final DocumentHash hash;
  private final OutputBytes out = new OutputBytes();
  private ContentSum sum = ContentSum.EMPTY;
  private @Nullable OutputStream stream;
  private Path path = Path.of("");
  private long written;

  public OutputFile(FileTarget target, RowWriter writer, DocumentHash hash) {
    this.target = target;
    this.writer = writer;
    this.hash = hash;
  }

  /** Creates the file of a range, which its name's compression applies to. */
  public void begin(Path file) throws IOException {
    abandon();
    path = file;
    sum = ContentSum.EMPTY;
    written = 0;
    OpenOption[] options =
        target.replaces() ? new OpenOption[0] : new OpenOption[] {StandardOpenOption.CREATE_NEW};
    try {
      OutputStream plain = Files.newOutputStream(unfinished(), options);
      stream = plain;
      stream = FileName.of(file.toString()).compressed(plain);
      writer.begin(out);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          unfinished() + " exists: another export is running, or was killed; remove it then", e);
    }
  }

  private Path unfinished() {
    return path.resolveSibling(path.getFileName() + UNFINISHED);
  }

  /** Appends a row. */
  public void write(Args values) throws IOException {
    int before = out.length();
    writer.write(values, 0, out);
    if (out.length() - before > BatchFeed.LARGEST) {
      throw new IOException("a row has more than 16 MiB, which import cannot read");
    }
    sum = sum.with(hash.of(values, 0));
    if (out.length() >= BLOCK) {
      drain();
    }
  }

  private void drain() throws IOException {
    written += out.length();
    out.drain(Objects.requireNonNull(stream));
  }

  /** Ends the file, adds it to the target and returns the checksum of its rows. */
  public ContentSum end() throws IOException {
    drain();
    OutputStream open = Objects.requireNonNull(stream);
    open.close();
    stream = null;
    CopyOption[] options =
        target.replaces()
            ? new CopyOption[] {StandardCopyOption.ATOMIC_MOVE}
            : new CopyOption[0]; // fails if somebody has created the file meanwhile
    try {
      Files.move(unfinished(), path, options);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          path + " was created by another program; the export is in " + unfinished(), e);
    }
    target.add(path, written, sum);
    return sum;
  }

  /** Number of bytes of the file that ended last, before compression. */
  public long written() {
    return written;
  }

  /** Deletes the file that was begun and not ended, if there is one. */
  public void abandon() {
    OutputStream open = stream;
    if (open == null) {
      return;
    }
    stream = null;
    out.clear();
    try (open) {
      Files.deleteIfExists(unfinished());
    } catch (IOException e) {
      // its name says that it is not complete
    }
  }
}
