package io.stallmark.capture;

import io.stallmark.spec.ListenAddress;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A proxy of the toy protocol with its queue and its recorder. */
final class ToyProxy implements AutoCloseable {

  final ToyProtocol protocol = new ToyProtocol();
  final List<String> warnings = new CopyOnWriteArrayList<>();
  final ConnectionCounts counts = new ConnectionCounts(warnings::add);
  final SessionRegistry sessions;
  final TraceRecorder recorder;
  private final Thread recording;
  private final RecordingProxy proxy;

  ToyProxy(ToyServer server, long capacity, TraceSink sink) throws Exception {
    this(server.address(), capacity, sink, null, null);
  }

  ToyProxy(
      InetSocketAddress server,
      long capacity,
      TraceSink sink,
      @Nullable SideEncryption servers,
      @Nullable SideEncryption clients)
      throws Exception {
    TrafficQueue queue = new TrafficQueue(capacity);
    sessions = new SessionRegistry(queue, System.nanoTime());
    ListenAddress free = new ListenAddress("127.0.0.1", 0);
    proxy =
        new RecordingProxy(
            new ProxyRoute(protocol, server, free, servers, clients), sessions, counts);
    recorder = new TraceRecorder(queue, protocol, false, sink, () -> {});
    recording = new Thread(recorder, "recorder");
    proxy.start();
  }

  /** Starts the recorder. Before, the queue only fills. */
  ToyProxy record() {
    recording.start();
    return this;
  }

  /** Connects without a login. */
  Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  /** Connects and logs in. */
  Socket login(String name) throws IOException {
    Socket socket = connect();
    login(socket, name);
    return socket;
  }

  static void login(Socket socket, String name) throws IOException {
    socket.getOutputStream().write(("login " + name + "\n").getBytes(StandardCharsets.UTF_8));
    ToyProtocol.line(socket.getInputStream());
  }

  int port() {
    return proxy.port();
  }

  /** Closes the connections and waits until everything is recorded. */
  @Override
  public void close() {
    proxy.close();
    recorder.end();
    if (recording.getState() == Thread.State.NEW) {
      recording.start();
    }
    try {
      recording.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
