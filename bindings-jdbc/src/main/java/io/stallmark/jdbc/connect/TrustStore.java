package io.stallmark.jdbc.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

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
   * @throws IllegalArgumentException if the file cannot be read or contains no certificate
   */
  static String resolve(String value, Path pem) {
    return switch (value) {
      case "PEM" -> pem.toString();
      case "P12" -> copy(pem).toUri().toString();
      case "PASSWORD" -> PASSWORD;
      default -> value;
    };
  }

  /**
   * Reads the certificates of a file.
   *
   * @throws IllegalArgumentException as above
   */
  static KeyStore read(Path pem) {
    try (InputStream in = Files.newInputStream(pem)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (Certificate c : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + store.size(), c);
      }
      if (store.size() == 0) {
        throw new IllegalArgumentException("The file " + pem + " holds no certificate");
      }
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(pem, e);
    }
  }

  private static IllegalArgumentException unreadable(Path pem, Exception e) {
    return new IllegalArgumentException("Cannot read certificates from " + pem + ": " + e, e);
  }

  private static Path copy(Path pem) {
    KeyStore store = read(pem);
    try {
      Path copy = Files.createTempFile("stallmark-ca", ".p12");
      copy.toFile().deleteOnExit();
      try (OutputStream out = Files.newOutputStream(copy)) {
        store.store(out, PASSWORD.toCharArray());
      }
      return copy;
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(pem, e);
    }
  }
}
