package io.stallmark.cli.own;

import static io.stallmark.spec.SpecOption.text;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.PasswordSource;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.TlsOptions;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Target;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** {@code stallmark own init}: writes a first file of statements for a table of the user's. */
public final class OwnInitCommand extends DeclaredCommand {

  private static final String FILE = "file";
  private static final String TABLE = "table";

  public OwnInitCommand(CommandContext program) {
    super(
        program,
        JobOptions.of(
            text(TABLE, "NAME"),
            text(FILE, "FILE"),
            RunOptions.URL,
            RunOptions.DRIVER,
            RunOptions.TLS,
            RunOptions.TLS_CA,
            RunOptions.PASSWORD_FILE,
            RunOptions.PASSWORD));
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException, DbException, IOException {
    String url = given.required("url", "the database that has the table");
    String table = given.required(TABLE, "the table or collection");
    Credentials credentials = PasswordSource.find(program, given);
    credentials.warnings().forEach(program.terminal()::warning);
    Binding binding = program.registry().requiredBinding(url);
    Target target =
        new Target(
            credentials.url() == null ? url : credentials.url(),
            credentials.password(),
            given.text("driver"),
            TlsOptions.read(given, program::resolve),
            1);
    String text;
    try (Database opened = binding.open(target);
        Session session = opened.session()) {
      boolean commands = binding.capabilities().contains(Capability.BSON);
      String key = commands ? binding.name() : "";
      text = new FirstFile(opened.outline(table), key, binding::converted).text(session);
    } catch (RefusedException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    write(text, given.text(FILE));
    return CommandContext.WELL;
  }

  private void write(String text, @Nullable String to) throws SpecException {
    if (to == null) {
      program.terminal().result(text.stripTrailing());
      return;
    }
    try {
      Files.writeString(program.resolve(Path.of(to)), text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new SpecException("--file: %s exists already", to);
    } catch (IOException e) {
      throw new SpecException("--file: " + FileTrouble.sentence(e));
    }
    program.terminal().result("Wrote " + to + ": stallmark run own --url … --file " + to);
  }
}
