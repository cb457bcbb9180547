package io.stallmark.transfer;

import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.generated.FileDirectory;
import io.stallmark.transfer.generated.FileGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directories of a run. Thread-safe.
 *
 * @param source the files to import
 * @param target the exported files
 * @param temporary whether the directories are deleted when the run has ended
 */
record TransferFiles(FileDirectory source, FileDirectory target, boolean temporary) {

  private static final String EXPORTED = "export";

  /**
   * Opens the directories and generates the files to import that are missing.
   *
   * @throws BadInput if a directory cannot be used
   */
  static TransferFiles open(TransferOptions options) throws BadInput, InterruptedException {
    boolean temporary = options.file().isEmpty();
    Path path = temporary ? newDirectory() : given(options.file());
    TransferFiles files =
        new TransferFiles(
            new FileDirectory(path, options.layout()),
            new FileDirectory(
                options.imports() ? path.resolve(EXPORTED) : path,
                options.layout().inOrder(KeyOrder.ARRIVAL)),
            temporary);
    if (temporary) {
      Runtime.getRuntime().addShutdownHook(new Thread(files::discard, "temporary files"));
    }
    try {
      files.prepare(options);
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

  private static Path newDirectory() throws BadInput {
    try {
      return Files.createTempDirectory("stallmark-transfer");
    } catch (IOException e) {
      throw new BadInput("no temporary directory can be created: " + e.getMessage());
    }
  }

  private void prepare(TransferOptions options) throws BadInput, InterruptedException {
    if (options.imports()) {
      if (!source.open()) {
        new FileGenerator(source)
            .run(Runtime.getRuntime().availableProcessors(), options.objects()::row);
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

  /** Deletes the directories if they are temporary. */
  void discard() {
    if (temporary) {
      target.delete();
      source.delete();
    }
  }
}
