package io.stallmark.transfer;

import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.file.FileDirectory;
import io.stallmark.transfer.file.FileGenerator;
import io.stallmark.transfer.file.FileLayout;
import io.stallmark.transfer.format.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The directories of a run: of the files to import, and of the exported ones. Thread-safe. */
final class TransferFiles {

  private static final String EXPORTED = "export";

  private final TransferOptions options;
  private final boolean temporary;
  private final FileDirectory source;
  private final FileDirectory target;

  private TransferFiles(TransferOptions options, Path path, boolean temporary) {
    this.options = options;
    this.temporary = temporary;
    FileLayout layout = options.layout();
    source = new FileDirectory(path, layout);
    FileLayout ascending =
        new FileLayout(
            layout.profile(),
            layout.documents(),
            layout.seed(),
            layout.compressible(),
            layout.format(),
            layout.zstd(),
            KeyOrder.ARRIVAL);
    target = new FileDirectory(options.imports() ? path.resolve(EXPORTED) : path, ascending);
  }

  /**
   * Opens the directories and generates the files to import that are missing.
   *
   * @throws BadInput if a directory cannot be used
   */
  static TransferFiles open(TransferOptions options) throws BadInput, InterruptedException {
    boolean temporary = options.file().isEmpty();
    TransferFiles files =
        new TransferFiles(options, temporary ? temporary() : given(options.file()), temporary);
    if (temporary) {
      Runtime.getRuntime().addShutdownHook(new Thread(files::discard, "temporary files"));
    }
    try {
      files.open();
    } catch (BadInput | InterruptedException e) {
      files.discard();
      throw e;
    }
    return files;
  }

  private static Path given(String file) throws BadInput {
    Path path = Path.of(file);
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new BadInput("-p file=" + file + " is not a directory");
    }
    return path;
  }

  private static Path temporary() throws BadInput {
    try {
      return Files.createTempDirectory("stallmark-transfer");
    } catch (IOException e) {
      throw new BadInput("no temporary directory can be created: " + e.getMessage());
    }
  }

  private void open() throws BadInput, InterruptedException {
    if (options.imports()) {
      if (!source.open()) {
        new FileGenerator(source).run(Runtime.getRuntime().availableProcessors(), options::row);
      }
      source.checkSizes();
    }
    if (options.exports()) {
      target.open();
      if (options.imports()) {
        target.empty();
      } else if (!target.names().isEmpty()) {
        throw new BadInput(
            "-p file=" + options.file() + " has exported files already: choose another directory");
      }
    }
  }

  /** Directory of the files to import. */
  FileDirectory source() {
    return source;
  }

  /** Directory of the exported files. */
  FileDirectory target() {
    return target;
  }

  /** Deletes the directories if they are temporary. */
  void discard() {
    if (temporary) {
      target.delete();
      source.delete();
    }
  }
}
