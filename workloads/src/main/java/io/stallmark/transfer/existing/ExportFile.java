package io.stallmark.transfer.existing;

import io.stallmark.spi.Args;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.file.BatchFeed;
import io.stallmark.transfer.format.OutputBytes;
import io.stallmark.transfer.format.RowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes one file after another. A file has its name only when it is complete. For one thread. */
final class ExportFile {

  private static final String UNFINISHED = ".tmp";
  private static final int BLOCK = 1 << 16;

  private final RowWriter writer;
  private final DocumentHash hash;
  private final OutputBytes out = new OutputBytes();
  private final ContentSum.Builder sum = new ContentSum.Builder();
  private @Nullable OutputStream stream;
  private Path path = Path.of("");
  private long written;

  ExportFile(RowWriter writer, DocumentHash hash) {
    this.writer = writer;
    this.hash = hash;
  }

  /** Creates a file, which the name's compression applies to. */
  void begin(Path target) throws IOException {
    abandon();
    path = target;
    sum.clear();
    written = 0;
    FileName name = FileName.of(target.toString());
    try {
      OutputStream file = Files.newOutputStream(unfinished(), StandardOpenOption.CREATE_NEW);
      stream = name.compressed(file);
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
  void write(Args values) throws IOException {
    int before = out.length();
    writer.write(values, 0, out);
    if (out.length() - before > BatchFeed.LARGEST) {
      throw new IOException("a row has more than 16 MiB, which import cannot read");
    }
    sum.add(hash.of(values, 0));
    if (out.length() >= BLOCK) {
      drain();
    }
  }

  private void drain() throws IOException {
    written += out.length();
    out.drain(Objects.requireNonNull(stream));
  }

  /** Ends the file and returns the checksum of its rows. */
  ContentSum end() throws IOException {
    drain();
    OutputStream open = Objects.requireNonNull(stream);
    open.close();
    stream = null;
    try {
      Files.move(unfinished(), path); // fails if somebody has created the file meanwhile
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          path + " was created by another program; the export is in " + unfinished(), e);
    }
    return sum.sum();
  }

  /** Number of bytes of the file that ended last, before compression. */
  long written() {
    return written;
  }

  /** Deletes the file that was begun and not ended, if there is one. */
  void abandon() {
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
    try {
      Files.deleteIfExists(unfinished());
    } catch (IOException e) {
      // it is named as unfinished
    }
  }
}
