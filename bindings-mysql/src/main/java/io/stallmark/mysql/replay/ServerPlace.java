package io.stallmark.mysql.replay;

import io.stallmark.mysql.connect.ChannelSocket;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.wire.ServerEncryption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is and how to reach it.
 *
 * @param name host and database, or path of the socket, for messages
 * @param address unresolved
 * @param unix path of a Unix socket; null: TCP
 * @param encryption null: none
 */
record ServerPlace(
    String name,
    InetSocketAddress address,
    @Nullable String unix,
    @Nullable ServerEncryption encryption) {

  private static final int CONNECT_MILLIS = 10_000;

  /** Creates a socket that is not connected yet. */
  Socket socket() throws IOException {
    return unix == null ? ChannelSocket.tcp() : ChannelSocket.unix(unix);
  }

  void connect(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    String host = address.getHostString();
    InetSocketAddress resolved =
        unix == null ? new InetSocketAddress(host, address.getPort()) : address;
    if (unix == null && resolved.isUnresolved()) {
      throw new UnknownHostException(host);
    }
    socket.connect(resolved, CONNECT_MILLIS);
  }

  SSLSocket encrypt(Socket plain) throws IOException {
    if (encryption == null) {
      throw new IOException("This connection cannot be encrypted");
    }
    SSLSocket encrypted = encryption.encrypt(plain, address.getHostString(), address.getPort());
    encrypted.startHandshake();
    return encrypted;
  }

  /** The exception for a server that cannot be reached. */
  DbException unreachable(IOException e) {
    String reason =
        e instanceof UnknownHostException
            ? "the host is unknown"
            : e instanceof SSLException ? "TLS fails: " + text(e) : text(e);
    return new DbException(Kind.CONNECTION, "08001", "No connection to " + name + ": " + reason, e);
  }

  /** The exception for a connection that has ended. */
  DbException lost(IOException e) {
    return new DbException(
        Kind.CONNECTION, "08S01", "The connection to " + name + " was lost: " + text(e), e);
  }

  private static String text(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
