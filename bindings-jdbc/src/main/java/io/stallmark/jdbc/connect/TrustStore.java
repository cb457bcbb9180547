package io.stallmark.jdbc.connect;

import io.stallmark.spi.wire.PemFile;
import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/**
 * Copy of a PEM file as a PKCS12 key store, because some drivers read only key stores. It contains
 * certificates and no secret, and is deleted at JVM exit.
 */
final class TrustStore {

  /** Password that PKCS12 requires; it protects nothing. */
  private static final String PASSWORD = "certificates";

  private TrustStore() {}

  /**
   * Value of a driver's property for this certificate authority, see {@link JdbcDriver#authority}.
   *
   * @throws RefusedException if the file cannot be read or contains no certificate
   */
  static String resolve(String value, Path pem) {
    return switch (value) {
      case "PEM" -> pem.toString();
      case "P12" -> copy(pem).toUri().toString();
      case "PASSWORD" -> PASSWORD;
      default -> value;
    };
  }

  private static Path copy(Path pem) {
    KeyStore store = PemFile.certificates(pem);
    try {
      Path copy = Files.createTempFile("stallmark-ca", ".p12");
      copy.toFile().deleteOnExit();
      try (OutputStream out = Files.newOutputStream(copy)) {
        store.store(out, PASSWORD.toCharArray());
      }
      return copy;
    } catch (IOException | GeneralSecurityException e) {
      throw new RefusedException("Cannot copy the certificates of " + pem + ": " + e, e);
    }
  }
}
