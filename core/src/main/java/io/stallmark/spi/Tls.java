package io.stallmark.spi;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the connection is encrypted, as far as the flags say; the URL's own parameters stand.
 *
 * @param ca PEM file of the authority to trust instead of the JDK's, or null
 */
public record Tls(Mode mode, @Nullable Path ca) {

  public static final Tls UNSAID = new Tls(Mode.UNSAID, null);

  /** What {@code --tls} can say. */
  public enum Mode {
    /** As the URL says; without a word there, the binding's default. */
    UNSAID,
    OFF,
    /** Encrypted; any certificate is accepted. */
    REQUIRED,
    /** Encrypted, certificate and host name checked. */
    VERIFY
  }
}
