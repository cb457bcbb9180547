package io.stallmark.capture;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.AnyCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** TLS of one side of the proxy. Immutable, thread-safe. */
public interface SideEncryption {

  /**
   * Layers TLS over a connection, without the handshake.
   *
   * @param read bytes of the handshake that were already read
   */
  SSLSocket over(Socket plain, byte[] read) throws IOException;

  /**
   * Returns the encryption of the server's side; null: the options want none.
   *
   * @throws SpecException if the file of {@code --tls-ca} contains no certificate
   */
  static @Nullable SideEncryption ofServer(Tls tls, InetSocketAddress server) throws SpecException {
    if (tls.mode() != Tls.Mode.REQUIRED && tls.mode() != Tls.Mode.VERIFY) {
      return null;
    }
    boolean verified = tls.mode() == Tls.Mode.VERIFY;
    Path authority = tls.ca();
    TrustManager[] trust =
        !verified
            ? new TrustManager[] {new AnyCertificate()}
            : authority == null ? null : PemFile.trust(authority);
    SSLContext context = context(null, trust);
    return (plain, read) -> {
      if (read.length > 0) {
        throw new IOException("The server sent " + read.length + " bytes before the handshake");
      }
      SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(plain, server.getHostString(), server.getPort(), true);
      if (verified) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      return socket;
    };
  }

  /**
   * Returns the encryption of the clients' side.
   *
   * @param file PEM file with a chain of certificates and a PKCS#8 key
   * @throws SpecException if the file has not both
   */
  static SideEncryption ofClients(Path file) throws SpecException {
    SSLContext context = context(PemFile.identity(file), null);
    return (plain, read) ->
        (SSLSocket)
            context.getSocketFactory().createSocket(plain, new ByteArrayInputStream(read), true);
  }

  private static SSLContext context(
      KeyManager @Nullable [] identity, TrustManager @Nullable [] trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no TLS", e);
    }
  }
}
