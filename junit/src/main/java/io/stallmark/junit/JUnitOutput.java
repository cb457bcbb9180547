package io.stallmark.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Prints the outcome of a benchmark, and attaches it to the report of the tests. */
record JUnitOutput(ExtensionContext context) implements BenchmarkOutput {

  @Override
  public void sentence(String text) {
    System.out.println(text);
    context.publishReportEntry("stallmark", text);
  }

  @Override
  public void attach(Path file) {
    context.publishDirectory(
        "stallmark",
        directory ->
            Files.copy(
                file,
                directory.resolve(String.valueOf(file.getFileName())),
                StandardCopyOption.REPLACE_EXISTING));
  }
}
