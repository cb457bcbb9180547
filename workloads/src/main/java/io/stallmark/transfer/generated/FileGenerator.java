package io.stallmark.transfer.generated;

import io.stallmark.model.Column;
import io.stallmark.spi.Args;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.file.OutputFile;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.CsvSyntax;
import io.stallmark.transfer.format.RowShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Generates the files of a directory. Files that exist are kept. */
public final class FileGenerator {

  /** Aim for the content of a file in bytes, with the field names and escapes of the largest. */
  private static final long FILE_BYTES = 160L << 20;

  private final FileDirectory directory;
  private final FileLayout layout;
  private final long perFile;
  private final AtomicLong next = new AtomicLong();
  private final AtomicReference<@Nullable BadInput> failure = new AtomicReference<>();

  /**
   * @param directory an open directory
   */
  public FileGenerator(FileDirectory directory) {
    this(directory, FILE_BYTES / directory.layout().profile().meanBytes());
  }

  /** As the public constructor, with another number of documents in a file. */
  FileGenerator(FileDirectory directory, long perFile) {
    this.directory = directory;
    this.perFile = perFile;
    layout = directory.layout();
  }

  /**
   * Generates all files with several threads.
   *
   * @param row creates slots for one row
   */
  public void run(int threads, Supplier<Args> row) throws BadInput, InterruptedException {
    long files = (layout.documents() + perFile - 1) / perFile;
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, files); i++) {
      Thread thread = new Thread(() -> generate(files, row.get()), "generator " + i);
      thread.setDaemon(true);
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    BadInput first = failure.get();
    if (first != null) {
      throw first;
    }
    directory.complete();
  }

  private void generate(long files, Args row) {
    List<Column> columns = layout.profile().columns();
    OutputFile file =
        new OutputFile(
            directory,
            layout.format().writer(new RowShape(columns), CsvSyntax.USUAL),
            new DocumentHash(columns));
    ObjectContent content = layout.content();
    try {
      for (long i = next.getAndIncrement();
          i < files && failure.get() == null;
          i = next.getAndIncrement()) {
        if (!directory.has(layout.name(i + 1))) {
          file.begin(directory.file(i, files));
          long end = Math.min(layout.documents(), (i + 1) * perFile);
          for (long position = i * perFile; position < end; position++) {
            content.fill(row, layout.order().key(layout.seed(), position, layout.documents()));
            file.write(row);
          }
          file.end();
        }
      }
    } catch (IOException e) {
      failure.compareAndSet(null, BadInput.of(directory.path(), e));
    } finally {
      file.abandon();
    }
  }
}
