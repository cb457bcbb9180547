package io.stallmark.jdbc.connect;

import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.AnyCertificate;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS of connections without a driver, by the options. Immutable, thread-safe. */
public final class ServerEncryption {

  private final SSLContext context;
  private final boolean verified;

  private ServerEncryption(SSLContext context, boolean verified) {
    this.context = context;
    this.verified = verified;
  }

  /**
   * Returns the encryption; null: the options want none.
   *
   * @throws IllegalArgumentException if the authority's file cannot be read or has no certificate
   */
  public static @Nullable ServerEncryption of(Tls tls) {
    if (tls.mode() != Tls.Mode.REQUIRED && tls.mode() != Tls.Mode.VERIFY) {
      return null;
    }
    boolean verified = tls.mode() == Tls.Mode.VERIFY;
    Path authority = tls.ca();
    try {
      TrustManager[] trust = null;
      if (!verified) {
        trust = new TrustManager[] {new AnyCertificate()};
      } else if (authority != null) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(TrustStore.read(authority));
        trust = factory.getTrustManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust, null);
      return new ServerEncryption(context, verified);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("TLS cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * Layers TLS over a connection and completes the handshake.
   *
   * @param host name that the server's certificate must have
   */
  public SSLSocket over(Socket plain, String host, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    if (verified) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }
}
