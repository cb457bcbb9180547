package io.stallmark.it.servers.record;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.WireConnection;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Proxy of tests: passes logins by a protocol, then copies bytes and parses them at once. */
final class CopyingProxy implements AutoCloseable {

  private static final int BUFFER = 16 * 1024;

  private final WireProtocol protocol;
  private final InetSocketAddress server;
  private final TraceSink sink;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<OpenedSession> sessions = new CopyOnWriteArrayList<>();

  CopyingProxy(WireProtocol protocol, InetSocketAddress server, TraceSink sink) throws IOException {
    this.protocol = protocol;
    this.server = server;
    this.sink = sink;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Host and port of the proxy. */
  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Sessions whose login was complete. */
  List<OpenedSession> sessions() {
    return sessions;
  }

  /** Number of connections, with those that had no login. */
  int connections() {
    return sockets.size() / 2;
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "copying-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket accepted) {
    try (Socket client = accepted;
        Socket upstream = new Socket(server.getHostString(), server.getPort())) {
      sockets.add(upstream);
      OpenedSession opened =
          protocol.login(
              new Side(client),
              new Side(upstream),
              new InetSocketAddress("127.0.0.1", listener.getLocalPort()));
      if (opened == null) {
        return;
      }
      sessions.add(opened);
      SessionParser parser = protocol.parser(opened, sessions.size(), false, sink);
      synchronized (sink) {
        parser.sent(System.nanoTime(), opened.unsent());
      }
      upstream.getOutputStream().write(opened.unsent());
      start(() -> copy(upstream, client, parser::replied));
      copy(client, upstream, parser::sent);
    } catch (IOException e) {
      return; // a side has closed the connection
    }
  }

  /** Part of a parser. */
  private interface Parser {
    void accept(long time, byte[] bytes);
  }

  private void copy(Socket from, Socket to, Parser parser) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        synchronized (sink) { // a parser is used by one thread at a time
          parser.accept(System.nanoTime(), Arrays.copyOf(buffer, length));
        }
        out.write(buffer, 0, length);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      return; // a side has closed the connection
    }
  }

  /** Closes all connections. Others are accepted. */
  void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      cut();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A side that is not encrypted. */
  private record Side(Socket socket) implements WireConnection {

    @Override
    public InputStream in() {
      return stream(socket::getInputStream);
    }

    @Override
    public OutputStream out() {
      return stream(socket::getOutputStream);
    }

    /** Opens a stream of a connected socket. */
    private interface Opening<T> {
      T open() throws IOException;
    }

    private static <T> T stream(Opening<T> opening) {
      try {
        return opening.open();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean canEncrypt() {
      return false;
    }

    @Override
    public void encrypt(byte[] read) throws IOException {
      throw new IOException("not encrypted");
    }
  }
}
