package io.stallmark.spi;

import io.stallmark.spi.wire.ServerEncryption;
import io.stallmark.text.RefusedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of the connections as set by {@code --tls} and {@code --tls-ca}. TLS parameters in the
 * URL remain in effect.
 *
 * @param ca PEM file of the certificate authority to trust instead of the JDK's; null if not set
 */
public record Tls(Mode mode, @Nullable Path ca) {

  /** A certificate authority without a mode means VERIFY. */
  public Tls {
    if (mode == Mode.UNSAID && ca != null) {
      mode = Mode.VERIFY;
    }
  }

  public static final Tls UNSAID = new Tls(Mode.UNSAID, null);

  /**
   * Returns the encryption of connections without a driver; null: none is wanted.
   *
   * @throws RefusedException if the authority's file cannot be read or has no certificate
   */
  public @Nullable ServerEncryption encryption() {
    return switch (mode) {
      case UNSAID, OFF -> null;
      case REQUIRED -> ServerEncryption.unverified();
      case VERIFY -> ServerEncryption.verified(ca);
    };
  }

  /** Values of {@code --tls}. */
  public enum Mode {
    /** The option was not given: the URL decides, or else the binding's default. */
    UNSAID,
    OFF,
    /** Encrypted; any server certificate is accepted. */
    REQUIRED,
    /** Encrypted; the server's certificate and host name are verified. */
    VERIFY
  }
}
