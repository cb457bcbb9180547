package io.stallmark.capture;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Server of the toy protocol on a free port. Echoes every byte, unless it does something else. */
public final class ToyServer implements AutoCloseable {

  /** What the server does with a connection. */
  public interface Conversation {
    void hold(Socket client) throws IOException;
  }

  private final Socket kept = new Socket();
  private final ServerSocket server;
  private final Conversation conversation;
  private final Thread accepting;
  final AtomicInteger ended = new AtomicInteger();

  public ToyServer() throws IOException {
    this(new ServerSocket(0, 300, InetAddress.getLoopbackAddress()), ToyServer::echo);
  }

  ToyServer(Conversation conversation) throws IOException {
    this(new ServerSocket(0, 300, InetAddress.getLoopbackAddress()), conversation);
  }

  ToyServer(ServerSocket server, Conversation conversation) {
    this.server = server;
    this.conversation = conversation;
    this.accepting = start(this::accept);
  }

  static void echo(Socket client) throws IOException {
    byte[] buffer = new byte[4096];
    InputStream in = client.getInputStream();
    OutputStream out = client.getOutputStream();
    for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
      out.write(buffer, 0, length);
    }
    client.shutdownOutput();
  }

  /** Answers the login. */
  static void login(Socket client) throws IOException {
    String line = ToyProtocol.line(client.getInputStream()) + "\n";
    client.getOutputStream().write(line.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        start(() -> talk(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void talk(Socket client) {
    try (client) {
      conversation.hold(client);
    } catch (IOException e) {
      // the client has gone
    } finally {
      ended.incrementAndGet();
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "toy-server");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  public InetSocketAddress address() {
    return InetSocketAddress.createUnresolved("127.0.0.1", server.getLocalPort());
  }

  /** Ends the server. Its port stays bound, so that no other test's server gets it. */
  @Override
  public void close() throws IOException {
    if (!server.isClosed()) {
      server.close();
      joinAccepting();
      kept.setReuseAddress(true);
      kept.bind(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
    }
  }

  /** The kernel takes connections until the thread has left {@code accept}. */
  private void joinAccepting() throws InterruptedIOException {
    try {
      accepting.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the test server ends");
    }
  }
}
