package io.stallmark.cli.trace;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** {@code stallmark trace redact}. */
final class TraceRedactCommand extends TraceWork {

  private static final int RANDOM_SALT = 32;
  private static final int MOST_SALT = 4096;
  private static final SpecOption<Path> SALT_FILE = SpecOption.path("salt-file", "FILE");

  TraceRedactCommand(CommandContext program) {
    super(program, JobOptions.required(TO), JobOptions.of(SALT_FILE));
  }

  @Override
  int execute(Path source, SpecEntries given) throws SpecException, IOException {
    Path saltFile = SALT_FILE.read(given);
    ValueMask mask = new ValueMask(salt(saltFile));
    Path target = target(given);
    long unreadable;
    try (TraceReader reader = TraceReader.open(source)) {
      TraceOrigin origin = reader.document().origin();
      TraceRedaction redaction = new TraceRedaction(mask, redactor(origin.family(), mask));
      TraceCopy.write(reader, target, TraceRedaction.origin(origin), redaction);
      unreadable = redaction.unreadable();
    }
    program.terminal().result(target.toString());
    if (unreadable > 0) {
      program.terminal().notice("%,d operations cannot be read and are left out.", unreadable);
    }
    if (saltFile == null) {
      program
          .terminal()
          .notice("The salt is random: equal values differ in another redacted trace.");
    }
    return CommandContext.WELL;
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

  private byte[] salt(@Nullable Path saltFile) throws SpecException {
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
