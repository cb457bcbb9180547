package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a password comes from: a prompt, a file, the URL, the environment, in this order. */
public final class Passwords {

  public static final String VARIABLE = "STALLMARK_PASSWORD";

  private Passwords() {}

  static @Nullable Secret find(
      Program program, JobOptions.DatabaseGroup options, @Nullable Secret inUrl)
      throws SpecException {
    Path file = options.passwordFile;
    if (options.password && file != null) {
      throw new SpecException("Give --password or --password-file, not both");
    }
    if (options.password) {
      return ask();
    }
    if (file != null) {
      return read(file, program.resolve(file));
    }
    String variable = program.environment().get(VARIABLE);
    return inUrl != null || variable == null || variable.isEmpty() ? inUrl : new Secret(variable);
  }

  private static Secret ask() throws SpecException {
    Console console = Terminal.canAsk() ? System.console() : null;
    if (console == null) {
      throw new SpecException(
          "--password asks on a terminal, and there is none; use --password-file or " + VARIABLE);
    }
    char[] answer = console.readPassword("Password: ");
    return new Secret(answer == null ? "" : new String(answer));
  }

  private static Secret read(Path given, Path file) throws SpecException {
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.isEmpty() || lines.get(0).isEmpty()) {
        throw new SpecException("The first line of --password-file " + given + " is empty");
      }
      return new Secret(lines.get(0));
    } catch (IOException e) {
      throw new SpecException("--password-file " + given + " cannot be read");
    }
  }
}
