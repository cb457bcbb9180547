package io.stallmark.capture;

import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Proxy between clients and a server. Accepts connections on one thread, and passes the bytes of
 * each with two more. Methods are called by one thread.
 */
final class RecordingProxy {

  private static final int BACKLOG = 1024;
  private static final int CONNECT_MILLIS = 10_000;
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long JOIN_MILLIS = 5_000;

  private final ProxyRoute route;
  private final SessionRegistry sessions;
  private final ConnectionCounts counts;
  private final ServerSocket server;
  private final Thread acceptor;
  private final Map<ProxiedConnection, Thread> connections = new ConcurrentHashMap<>();

  /**
   * Verifies that the server is reachable, then listens. Accepts no connection before {@link
   * #start}.
   *
   * @throws DbException of kind CONNECTION, if the server is not reachable
   * @throws SpecException if the address cannot be used
   */
  RecordingProxy(ProxyRoute route, SessionRegistry sessions, ConnectionCounts counts)
      throws DbException, SpecException {
    this.route = route;
    this.sessions = sessions;
    this.counts = counts;
    requireServer(route.server());
    server = listen(route);
    acceptor = new Thread(this::accept, "accept");
    acceptor.setDaemon(true);
  }

  private void requireServer(InetSocketAddress address) throws DbException {
    try (Socket socket = new Socket()) {
      socket.connect(route.resolved(), CONNECT_MILLIS);
    } catch (IOException e) {
      throw new DbException(
          DbException.Kind.CONNECTION,
          "",
          Text.format(
              "The server at %s:%d is not reachable: %s",
              address.getHostString(), address.getPort(), reason(e)),
          e);
    }
  }

  private static ServerSocket listen(ProxyRoute route) throws SpecException {
    try {
      return new ServerSocket(
          route.wanted().port(), BACKLOG, InetAddress.getByName(route.wanted().host()));
    } catch (IOException e) {
      throw new SpecException("--listen " + route.wanted() + ": " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return e instanceof UnknownHostException ? "unknown host" : String.valueOf(e.getMessage());
  }

  /** Begins to accept connections. */
  void start() {
    acceptor.start();
  }

  int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        begin(new ProxiedConnection(client, route, sessions, counts));
      } catch (IOException e) {
        if (!server.isClosed()) { // too many open files, for example
          counts.unopened("it could not be accepted: " + e.getMessage());
          LockSupport.parkNanos(RETRY_NANOS);
        }
      }
    }
  }

  private void begin(ProxiedConnection connection) {
    Thread thread =
        ProxiedConnection.thread(
            () -> {
              connection.run();
              connections.remove(connection);
            },
            "connection");
    connections.put(connection, thread);
    try {
      thread.start();
    } catch (OutOfMemoryError e) { // the limit of threads
      connections.remove(connection);
      connection.close();
      counts.unopened("no memory or thread was available");
    }
  }

  /** Stops listening. Open connections continue. */
  void stopAccepting() {
    try {
      server.close();
      acceptor.join(JOIN_MILLIS);
    } catch (IOException e) {
      // it no longer listens
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes all connections and waits for their threads. */
  void close() {
    stopAccepting();
    List<Thread> threads = List.copyOf(connections.values());
    connections.keySet().forEach(ProxiedConnection::close);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MILLIS);
    try {
      for (Thread thread : threads) {
        long rest = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        thread.join(Math.max(1, rest));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
