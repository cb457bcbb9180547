package io.stallmark.capture;

import io.stallmark.spi.wire.OpenedSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection and the one to the server that belongs to it. The thread that runs it
 * passes the login, then the client's bytes. A second thread passes the server's bytes.
 */
final class ProxiedConnection implements Runnable {

  private static final int CONNECT_MILLIS = 10_000;
  private static final int BUFFER = 16 * 1024;
  private static final long STACK = 256 * 1024;

  private final Socket accepted;
  private final ProxyRoute route;
  private final SessionRegistry sessions;
  private final ConnectionCounts counts;
  private @Nullable ConnectionSide server; // guarded by this
  private boolean closed; // guarded by this
  private volatile boolean broken;

  ProxiedConnection(
      Socket accepted, ProxyRoute route, SessionRegistry sessions, ConnectionCounts counts) {
    this.accepted = accepted;
    this.route = route;
    this.sessions = sessions;
    this.counts = counts;
  }

  /** Creates a thread for a direction of a connection. Its stack is small: there are many. */
  static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(null, work, name, STACK);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void run() {
    try {
      ConnectionSide client = new ConnectionSide(accepted, route.clients());
      ConnectionSide upstream = connect();
      if (upstream != null) {
        serve(client, upstream);
      }
    } catch (IOException e) {
      counts.unopened(reason(e));
    } catch (OutOfMemoryError e) { // of heap, or the limit of threads
      counts.unopened("no memory or thread was available");
    } finally {
      close();
    }
  }

  private @Nullable ConnectionSide connect() {
    Socket socket = new Socket();
    try {
      socket.connect(route.resolved(), CONNECT_MILLIS);
      ConnectionSide side = new ConnectionSide(socket, route.servers());
      synchronized (this) {
        if (!closed) {
          server = side;
          return side;
        }
      }
      side.close();
    } catch (IOException e) {
      counts.unreachable(reason(e));
    }
    return null;
  }

  private void serve(ConnectionSide client, ConnectionSide upstream) throws IOException {
    OpenedSession opened = login(client, upstream);
    if (opened == null) {
      return;
    }
    try (SessionTap tap = sessions.open(opened)) {
      byte[] unsent = opened.unsent();
      if (unsent.length > 0) {
        tap.sent(unsent, unsent.length);
        upstream.out().write(unsent);
      }
      Thread replies =
          thread(() -> pass(upstream, client, tap::replied), accepted.getPort() + "-replies");
      replies.start();
      pass(client, upstream, tap::sent);
      replies.join();
    } catch (IOException e) {
      broken = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (broken) {
      client.reset();
      upstream.reset();
    }
  }

  private @Nullable OpenedSession login(ConnectionSide client, ConnectionSide upstream)
      throws IOException {
    InetSocketAddress reached =
        route.listen(new InetSocketAddress(accepted.getLocalAddress(), accepted.getLocalPort()));
    return route.protocol().login(client, upstream, reached);
  }

  /** Receives a copy of what was read. */
  private interface Copy {
    void take(byte[] buffer, int length);
  }

  /**
   * Passes the bytes of one direction until its end. The copy is taken first, without waiting: a
   * reply must not be in the queue before its request.
   */
  private void pass(ConnectionSide from, ConnectionSide to, Copy copy) {
    byte[] buffer = new byte[BUFFER];
    InputStream in = from.in();
    OutputStream out = to.out();
    try {
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        copy.take(buffer, length);
        if (!write(out, buffer, length)) {
          return;
        }
      }
      to.endOutput();
    } catch (IOException | OutOfMemoryError e) { // without memory, it must end and not hang
      broken = true;
      from.reset();
      to.reset();
    }
  }

  /**
   * Writes a piece. False: the receiver has gone. What it sent before is still on its way in the
   * other direction, so that nothing is closed here.
   */
  private boolean write(OutputStream out, byte[] buffer, int length) {
    try {
      out.write(buffer, 0, length);
      return true;
    } catch (IOException e) {
      broken = true;
      return false;
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** Closes both sides. May be called on any thread. */
  synchronized void close() {
    closed = true;
    try {
      accepted.close();
    } catch (IOException e) {
      // nothing is left to do with it
    }
    if (server != null) {
      server.close();
    }
  }
}
