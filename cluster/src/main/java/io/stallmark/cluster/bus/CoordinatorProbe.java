package io.stallmark.cluster.bus;

import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Finds out whether a port answers, and with the same key, before an agent joins there. */
final class CoordinatorProbe {

  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 5_000;

  /** More than a coordinator sends to a process that it refuses, bytes. */
  private static final int MOST_UNREAD = 1 << 16;

  /** Refused handshakes in a row. A coordinator that ends can break one off. */
  private static final int REFUSALS = 3;

  private final ClusterAddress coordinator;
  private final @Nullable ClusterKey key;
  private int refusals;

  CoordinatorProbe(ClusterAddress coordinator, @Nullable ClusterKey key) {
    this.coordinator = coordinator;
    this.key = key;
  }

  /**
   * Whether the port answers now.
   *
   * @throws SpecException if it has another key or none
   */
  boolean answers(InetSocketAddress address) throws SpecException {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      if (key != null) {
        handshake(socket, key);
      }
      refusals = 0;
      return true;
    } catch (SSLException e) {
      refused(e);
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private void handshake(Socket socket, ClusterKey key) throws IOException {
    socket.setSoTimeout(ANSWER_MILLIS);
    try (SSLSocket tls =
        (SSLSocket)
            key.tls()
                .getSocketFactory()
                .createSocket(socket, coordinator.host(), coordinator.port(), false)) {
      tls.startHandshake();
    } catch (SSLException e) {
      awaitEnd(socket);
      throw e;
    }
  }

  /** Closing earlier would reset the connection, and the coordinator would not learn the reason. */
  private static void awaitEnd(Socket socket) {
    try {
      socket.shutdownOutput();
      socket.getInputStream().readNBytes(MOST_UNREAD);
    } catch (IOException e) {
      // It has ended.
    }
  }

  private void refused(SSLException refusal) throws SpecException {
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      if (cause instanceof KeyCertificate.OtherKeyException) {
        throw new SpecException("The cluster key differs from that of " + coordinator);
      }
    }
    refusals++;
    if (refusals >= REFUSALS) {
      throw new SpecException(
          "%s answers without a cluster key: it has none, or is not a coordinator", coordinator);
    }
  }
}
