package io.stallmark.spi.wire;

import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS of connections to a server.
 *
 * @param context what this side shows and trusts
 * @param verified whether the server's certificate must have the name of its host
 */
public record ServerEncryption(SSLContext context, boolean verified) {

  /** Returns an encryption that accepts any certificate. */
  public static ServerEncryption unverified() {
    CertificateCheck none =
        new CertificateCheck() {
          @Override
          protected void check(X509Certificate[] chain) {}
        };
    return new ServerEncryption(context(null, new TrustManager[] {none}), false);
  }

  /**
   * Returns an encryption that verifies certificate and host.
   *
   * @param authority file of the authorities to trust; null: Java's
   * @throws RefusedException if it cannot be read or has no certificate
   */
  public static ServerEncryption verified(@Nullable Path authority) {
    return new ServerEncryption(context(null, trust(authority)), true);
  }

  /** Returns managers that trust the certificates of a file, and no others; null: Java's. */
  private static TrustManager @Nullable [] trust(@Nullable Path authority) {
    if (authority == null) {
      return null;
    }
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(PemFile.certificates(authority));
      return factory.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new RefusedException(authority + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** Returns TLS with managers, each of which can be null for Java's own. */
  public static SSLContext context(
      KeyManager @Nullable [] identity, TrustManager @Nullable [] trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS", e);
    }
  }

  /**
   * Layers TLS over a connection, without the handshake.
   *
   * @param host name that the server's certificate must have
   */
  public SSLSocket encrypt(Socket plain, String host, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    if (verified) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    return socket;
  }
}
