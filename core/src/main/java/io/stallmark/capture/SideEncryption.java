package io.stallmark.capture;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.Tls;
import io.stallmark.spi.wire.PemFile;
import io.stallmark.spi.wire.ServerEncryption;
import io.stallmark.text.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** TLS of one side of the proxy. Immutable, thread-safe. */
public interface SideEncryption {

  /**
   * Layers TLS over a connection, without the handshake.
   *
   * @param read bytes of the handshake that were already read
   */
  SSLSocket encrypt(Socket plain, byte[] read) throws IOException;

  /**
   * Returns the encryption of the server's side; null: the options want none.
   *
   * @throws SpecException if the file of {@code --tls-ca} contains no certificate
   */
  static @Nullable SideEncryption ofServer(Tls tls, InetSocketAddress server) throws SpecException {
    ServerEncryption encryption;
    try {
      encryption = tls.encryption();
    } catch (RefusedException e) {
      throw new SpecException("--tls-ca: " + e.getMessage());
    }
    return encryption == null
        ? null
        : (plain, read) -> {
          if (read.length > 0) {
            throw new IOException("The server sent " + read.length + " bytes before the handshake");
          }
          return encryption.encrypt(plain, server.getHostString(), server.getPort());
        };
  }

  /**
   * Returns the encryption of the clients' side.
   *
   * @param file PEM file with a chain of certificates and a PKCS#8 key
   * @throws SpecException if the file has not both
   */
  static SideEncryption ofClients(Path file) throws SpecException {
    SSLContext context;
    try {
      context = ServerEncryption.context(PemFile.identity(file), null);
    } catch (RefusedException e) {
      throw new SpecException("--proxy-cert: " + e.getMessage());
    }
    return (plain, read) ->
        (SSLSocket)
            context.getSocketFactory().createSocket(plain, new ByteArrayInputStream(read), true);
  }
}
