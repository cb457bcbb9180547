package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stallmark trace redact}. */
@Command(name = "redact")
final class TraceRedactCommand implements Callable<Integer> {

  private static final int RANDOM_SALT = 32;
  private static final int MOST_SALT = 4096;

  private final CommandContext program;

  @Parameters(index = "0", paramLabel = "DIR")
  private Path directory = Path.of("");

  @Option(names = "--to", paramLabel = "DIR", required = true)
  private Path target = Path.of("");

  @Option(names = "--salt-file", paramLabel = "FILE")
  private @Nullable Path saltFile;

  TraceRedactCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() throws SpecException, IOException {
    ValueMask mask = new ValueMask(salt());
    return TraceCommand.execute(
        () -> {
          long unreadable;
          try (TraceReader reader = TraceReader.open(program.resolve(directory))) {
            String family = reader.document().origin().family();
            TraceRedaction redaction = new TraceRedaction(mask, redactor(family, mask));
            TraceCopy.write(
                reader,
                program.resolve(target),
                TraceRedaction.origin(reader.document().origin()),
                redaction);
            unreadable = redaction.unreadable();
          }
          program.terminal().result(program.resolve(target).toString());
          if (unreadable > 0) {
            program
                .terminal()
                .notice(Text.format("%,d operations cannot be read and are left out.", unreadable));
          }
          if (saltFile == null) {
            program
                .terminal()
                .notice("The salt is random: equal values differ in another redacted trace.");
          }
          return CommandContext.WELL;
        });
  }

  private OperationRedactor redactor(String family, ValueMask mask) throws SpecException {
    WireProtocol protocol = TraceInfoCommand.protocol(program, family);
    if (protocol == null) {
      throw new SpecException(
          "This Stallmark cannot read operations of family '%s', so not redact them", family);
    }
    return protocol
        .redactor(mask)
        .orElseThrow(
            () -> new SpecException("Traces of family '" + family + "' cannot be redacted"));
  }

  private byte[] salt() throws SpecException {
    if (saltFile == null) {
      byte[] random = new byte[RANDOM_SALT];
      new SecureRandom().nextBytes(random);
      return random;
    }
    byte[] salt;
    try (InputStream in = Files.newInputStream(program.resolve(saltFile))) {
      salt = in.readNBytes(MOST_SALT);
    } catch (IOException e) {
      throw new SpecException("--salt-file: '" + saltFile + "' cannot be read");
    }
    if (salt.length < ValueMask.LEAST_SALT) {
      throw new SpecException(
          "--salt-file: '%s' has %d bytes; a salt has at least %d",
          saltFile, salt.length, ValueMask.LEAST_SALT);
    }
    return salt;
  }
}
