package io.stallmark.cli.own;

import static io.stallmark.spec.SpecOption.text;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.cli.job.OptionEntries;
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
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code stallmark own init}: writes a first file of statements for a table of the user's. */
@Command(name = "init")
final class OwnInitCommand implements Callable<Integer> {

  private static final String FILE = "file";
  private static final String TABLE = "table";

  private final CommandContext program;

  @Spec private CommandSpec command = CommandSpec.create();
  @Mixin CommandSpec file = JobOptions.of(text(TABLE, "NAME"), text(FILE, "FILE"));

  @Mixin
  CommandSpec database =
      JobOptions.of(
          RunOptions.URL,
          RunOptions.DRIVER,
          RunOptions.TLS,
          RunOptions.TLS_CA,
          RunOptions.PASSWORD_FILE,
          RunOptions.PASSWORD);

  OwnInitCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, DbException, IOException {
    SpecEntries given = OptionEntries.of(command);
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
      text = new FirstFile(opened.outline(table), commands ? binding.name() : "").text(session);
    } catch (IllegalArgumentException e) {
      throw new SpecException(e);
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
