package io.stallmark.spec;

import io.stallmark.spi.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** The options {@code --tls} and {@code --tls-ca}. */
public final class TlsOptions {

  public static final SpecOption<Tls.Mode> MODE =
      SpecOption.choice("tls", List.of(Tls.Mode.OFF, Tls.Mode.REQUIRED, Tls.Mode.VERIFY));

  public static final SpecOption<Path> AUTHORITY = SpecOption.path("tls-ca", "FILE");

  private TlsOptions() {}

  /**
   * Reads both options.
   *
   * @param files resolves the path of a file that the user names
   * @throws SpecException if they contradict each other, or the file cannot be read
   */
  public static Tls read(SpecEntries given, UnaryOperator<Path> files) throws SpecException {
    Tls.Mode mode = MODE.read(given);
    Path file = AUTHORITY.read(given);
    if (file == null) {
      return new Tls(mode == null ? Tls.Mode.UNSAID : mode, null);
    }
    Path authority = files.apply(file);
    if (!Files.isReadable(authority) || Files.isDirectory(authority)) {
      throw new SpecException("--tls-ca " + file + " cannot be read");
    }
    if (mode == Tls.Mode.OFF) {
      throw new SpecException("--tls-ca cannot be used with --tls off");
    }
    return new Tls(mode == null ? Tls.Mode.UNSAID : mode, authority);
  }
}
