package io.stallmark.spec;

import io.stallmark.spi.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reader of {@code --tls} and {@code --tls-ca}. */
public final class TlsOptions {

  private TlsOptions() {}

  /**
   * Reads both options.
   *
   * @param files resolves the path of a file that the user names
   * @throws SpecException if they contradict each other, or the file cannot be read
   */
  public static Tls read(SpecEntries given, UnaryOperator<Path> files) throws SpecException {
    Tls.Mode mode =
        given.value(
            "tls",
            text ->
                NearestWord.constant(
                    text, List.of(Tls.Mode.OFF, Tls.Mode.REQUIRED, Tls.Mode.VERIFY)),
            Tls.Mode.UNSAID);
    String file = given.text("tls-ca");
    if (file == null) {
      return new Tls(mode, null);
    }
    Path authority = files.apply(Path.of(file));
    if (!Files.isReadable(authority) || Files.isDirectory(authority)) {
      throw new SpecException("--tls-ca " + file + " cannot be read");
    }
    if (mode == Tls.Mode.OFF) {
      throw new SpecException("--tls-ca cannot be used with --tls off");
    }
    return new Tls(mode, authority);
  }
}
