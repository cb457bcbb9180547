package io.stallmark.cluster.bus;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Accepts connections of members with the key, and tells of all others. JGroups does not tell why a
 * handshake has failed.
 */
final class KeyServerSocket extends ServerSocket {

  /** A stranger that sends nothing keeps others waiting for as long. */
  private static final int SILENCE_MILLIS = 2_000;

  private final SSLContext tls;
  private final BiConsumer<Socket, Exception> refused;

  KeyServerSocket(SSLContext tls, BiConsumer<Socket, Exception> refused) throws IOException {
    this.tls = tls;
    this.refused = refused;
  }

  @Override
  public Socket accept() throws IOException {
    while (true) {
      Socket plain = super.accept();
      try {
        return handshake(plain);
      } catch (IOException e) {
        refused.accept(plain, e);
        plain.close();
      }
    }
  }

  private Socket handshake(Socket plain) throws IOException {
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, null, true);
    SSLParameters parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setNeedClientAuth(true);
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(SILENCE_MILLIS);
    socket.startHandshake();
    socket.setSoTimeout(0);
    return socket;
  }
}
