package io.stallmark.it.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Appends the outcome of every hostile case to {@code it/target/hostile.csv}: class, case, outcome.
 * The table in docs/reliability.md is counted from a file of {@code mvn verify -Pthorough}.
 */
final class OutcomeLog implements TestWatcher {

  private static final Path FILE = Path.of("target", "hostile.csv").toAbsolutePath();

  @Override
  public void testSuccessful(ExtensionContext context) {
    append(context, "passed");
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    append(context, "failed");
  }

  private static void append(ExtensionContext context, String outcome) {
    String line =
        String.format(
            Locale.ROOT,
            "%s,\"%s\",%s%n",
            context.getRequiredTestClass().getSimpleName(),
            context.getDisplayName().replace('"', '\''),
            outcome);
    try {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
