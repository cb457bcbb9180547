package io.stallmark.cli.job;

import io.stallmark.report.Terminal;
import io.stallmark.run.Credentials;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.InputText;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Secret;
import java.io.Console;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a password. The sources in order of precedence are a prompt, a file, the URL and the
 * environment.
 */
public final class PasswordSource {

  private static final String VARIABLE = "STALLMARK_PASSWORD";
  private static final String PROMPT = "password";
  private static final String FILE = "password-file";

  private PasswordSource() {}

  /**
   * Returns the credentials that the entries specify. From now on, the terminal removes them from
   * its output.
   */
  public static Credentials find(CommandContext program, SpecEntries given) throws SpecException {
    return find(program, given, new Prompt());
  }

  /** As {@link #find(CommandContext, SpecEntries)}, for several runs with one prompt. */
  public static Credentials find(CommandContext program, SpecEntries given, Prompt prompt)
      throws SpecException {
    return read(program, given, given.flag(PROMPT) ? prompt : null);
  }

  /** Returns the same credentials without prompting the user, for a check. */
  public static Credentials unasked(CommandContext program, SpecEntries given)
      throws SpecException {
    return read(program, given, null);
  }

  /** Prompt that the user answers once. Used by one thread. */
  public static final class Prompt {

    private @Nullable Secret answer;

    Secret answer() throws SpecException {
      Secret known = answer == null ? ask() : answer;
      answer = known;
      return known;
    }
  }

  private static Credentials read(
      CommandContext program, SpecEntries given, @Nullable Prompt prompt) throws SpecException {
    String text = given.text("url");
    String url = text == null ? program.registry().defaultUrl() : text;
    Secret inUrl = DatabaseUrl.parse(url).password();
    Secret other = environment(program);
    String file = given.text(FILE);
    if (file != null && given.flag(PROMPT)) {
      throw new SpecException("Give --password or --password-file, not both");
    }
    Secret password = prompt != null ? prompt.answer() : file != null ? read(file, program) : inUrl;
    boolean none = password == null && !other.reveal().isEmpty();
    Credentials credentials = Credentials.of(url, none ? other : password, List.of(other));
    program.keep(credentials.redactor());
    return credentials;
  }

  /**
   * The password in the environment, without the end of line that a variable made of a file has;
   * empty: there is none.
   */
  public static Secret environment(CommandContext program) {
    String variable = program.environment().getOrDefault(VARIABLE, "");
    return new Secret(variable.lines().findFirst().orElse(""));
  }

  private static Secret ask() throws SpecException {
    @Nullable Console console = Terminal.canAsk() ? System.console() : null;
    if (console == null) {
      throw new SpecException(
          "--password asks on a terminal, and there is none; use --password-file or %s", VARIABLE);
    }
    char[] answer = console.readPassword("Password: ");
    return new Secret(answer == null ? "" : new String(answer));
  }

  private static Secret read(String file, CommandContext program) throws SpecException {
    try {
      List<String> lines = InputText.read(program.resolve(Path.of(file))).lines().toList();
      if (lines.isEmpty() || lines.get(0).isEmpty()) {
        throw new SpecException("--password-file: the first line of the file is empty");
      }
      return new Secret(lines.get(0));
    } catch (IOException | InvalidPathException e) {
      // not repeated, because it may be the password
      throw new SpecException("--password-file: the file cannot be read");
    }
  }
}
