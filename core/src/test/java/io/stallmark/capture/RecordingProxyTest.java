package io.stallmark.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.stallmark.spi.DbException;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bytes through the proxy, over real sockets. */
final class RecordingProxyTest {

  /** The proxy's own connection, which verifies that the server is reachable. */
  private static final int PROBE = 1;

  private static final long ROOM = 64 << 20;

  @Test
  void bytes_passUnchanged_inPiecesOfAnySize_andAreRecorded() throws Exception {
    int clients = 8;
    TraceList trace = new TraceList();
    Map<String, byte[]> contents = new ConcurrentHashMap<>();
    ToyProtocol protocol;
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, ROOM, trace).record()) {
      protocol = proxy.protocol;
      List<Callable<byte[]>> talks = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        byte[] bytes = new byte[200_000 + i];
        new Random(i).nextBytes(bytes);
        contents.put("client" + i, bytes);
        String name = "client" + i;
        talks.add(() -> echoed(proxy.login(name), bytes));
      }
      ExecutorService threads = Executors.newFixedThreadPool(clients);
      List<Future<byte[]>> answers = threads.invokeAll(talks);
      threads.shutdown();
      for (int i = 0; i < clients; i++) {
        assertThat(answers.get(i).get()).isEqualTo(contents.get("client" + i));
      }
    }
    assertThat(trace.of(SessionStart.class)).hasSize(clients);
    for (SessionStart start : trace.of(SessionStart.class)) {
      byte[] bytes = contents.get(start.attributes().get("user"));
      assertThat(protocol.sent.get(start.session()).toByteArray()).isEqualTo(bytes);
      assertThat(protocol.replied.get(start.session()).toByteArray()).isEqualTo(bytes);
    }
    assertThat(trace.of(SessionEnd.class)).hasSize(clients);
  }

  /** Sends in pieces of random size, then ends its output, and reads until the end. */
  private static byte[] echoed(Socket socket, byte[] bytes) throws IOException {
    try (socket) {
      Thread sender = new Thread(() -> send(socket, bytes));
      sender.start();
      return socket.getInputStream().readAllBytes();
    }
  }

  private static void send(Socket socket, byte[] bytes) {
    Random random = new Random(bytes.length);
    try {
      for (int from = 0; from < bytes.length; ) {
        int length = Math.min(bytes.length - from, 1 + random.nextInt(40_000));
        socket.getOutputStream().write(bytes, from, length);
        from += length;
      }
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void repliesAreRecordedAfterTheirRequests_withTimesThatAscend() throws Exception {
    TraceList trace = new TraceList();
    int requests = 2_000;
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, ROOM, trace).record();
        Socket client = proxy.login("a")) {
      for (int i = 0; i < requests; i++) {
        assertThat(asked(client, "request " + i)).isEqualTo("request " + i);
      }
    }
    List<Operation> operations = trace.of(Operation.class);
    List<Reply> replies = trace.of(Reply.class);
    assertThat(operations).hasSize(requests);
    assertThat(replies).hasSize(requests).allMatch(reply -> reply.latency() >= 0);
    for (int i = 0; i < requests; i++) {
      assertThat(replies.get(i).sequence()).isEqualTo(i + 1);
      assertThat(operations.get(i).time()).isLessThanOrEqualTo(replies.get(i).time());
    }
  }

  private static String asked(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    return ToyProtocol.line(socket.getInputStream());
  }

  @Test
  void serversHalfClose_isPassedOn_whileTheClientStillSends() throws Exception {
    ToyServer.Conversation endsItsOutput =
        client -> {
          ToyServer.login(client);
          client.shutdownOutput();
          assertThat(client.getInputStream().readAllBytes()).asString().isEqualTo("still here\n");
        };
    try (ToyServer server = new ToyServer(endsItsOutput);
        ToyProxy proxy = new ToyProxy(server, ROOM, new TraceList()).record();
        Socket client = proxy.login("a")) {
      assertThat(client.getInputStream().read()).isNegative();
      client.getOutputStream().write("still here\n".getBytes(StandardCharsets.UTF_8));
      client.shutdownOutput();
      await(() -> server.ended.get() == PROBE + 1);
    }
  }

  @Test
  void serversReset_isPassedOn() throws Exception {
    ToyServer.Conversation resets =
        client -> {
          ToyServer.login(client);
          ToyProtocol.line(client.getInputStream());
          client.setSoLinger(true, 0);
        };
    TraceList trace = new TraceList();
    try (ToyServer server = new ToyServer(resets);
        ToyProxy proxy = new ToyProxy(server, ROOM, trace).record();
        Socket client = proxy.login("a")) {
      assertThatThrownBy(() -> asked(client, "x")).isInstanceOf(SocketException.class);
      await(() -> proxy.sessions.open() == 0);
    }
    assertThat(trace.of(Reply.class)).singleElement().matches(reply -> reply.sequence() == 1);
    assertThat(trace.of(SessionEnd.class)).hasSize(1);
  }

  @Test
  void clientsReset_isPassedOn() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    ToyServer.Conversation reads =
        client -> {
          ToyServer.login(client);
          try {
            seen.add("read " + client.getInputStream().read());
          } catch (SocketException e) {
            seen.add("reset");
          }
        };
    try (ToyServer server = new ToyServer(reads);
        ToyProxy proxy = new ToyProxy(server, ROOM, new TraceList()).record();
        Socket client = proxy.login("a")) {
      reset(client);
      await(() -> server.ended.get() == PROBE + 1);
    }
    assertThat(seen).containsExactly("reset");
  }

  private static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Test
  void lastWordsOfAServer_reachTheClient_althoughItCloses() throws Exception {
    byte[] farewell = new byte[100_000];
    Arrays.fill(farewell, (byte) 'x');
    ToyServer.Conversation says =
        client -> {
          ToyServer.login(client);
          ToyProtocol.line(client.getInputStream());
          client.getOutputStream().write(farewell);
        };
    try (ToyServer server = new ToyServer(says);
        ToyProxy proxy = new ToyProxy(server, ROOM, new TraceList()).record();
        Socket client = proxy.login("a")) {
      OutputStream out = client.getOutputStream();
      out.write("bye\n".getBytes(StandardCharsets.UTF_8));
      assertThat(client.getInputStream().readAllBytes()).isEqualTo(farewell);
    }
  }

  @Test
  void twoHundredConnections_areServedAtATime() throws Exception {
    int many = 200;
    TraceList trace = new TraceList();
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, ROOM, trace).record()) {
      List<Socket> clients = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        clients.add(proxy.login("c" + i));
      }
      await(() -> proxy.sessions.open() == many);
      for (int i = 0; i < many; i++) {
        assertThat(asked(clients.get(i), "question " + i)).isEqualTo("question " + i);
      }
      for (Socket client : clients) {
        client.close();
      }
      await(() -> proxy.sessions.open() == 0);
    }
    assertThat(trace.of(Operation.class)).hasSize(many);
    assertThat(trace.of(SessionEnd.class).stream().map(SessionEnd::session))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, many).boxed().toList());
  }

  @Test
  void unreachableServer_isToldBeforeListening() throws Exception {
    ToyServer server = new ToyServer();
    server.close();
    assertThatThrownBy(() -> new ToyProxy(server, ROOM, new TraceList()))
        .isInstanceOf(DbException.class)
        .hasMessageStartingWith("The server at 127.0.0.1:")
        .hasMessageEndingWith(" is not reachable: Connection refused");
  }

  @Test
  void serverThatGoesAway_clientsAreClosedAtOnce_andCounted() throws Exception {
    ToyServer server = new ToyServer();
    try (ToyProxy proxy = new ToyProxy(server, ROOM, new TraceList()).record()) {
      server.close();
      for (int i = 0; i < 2; i++) {
        try (Socket client = proxy.connect()) {
          assertThat(client.getInputStream().read()).isNegative();
        }
      }
      assertThat(proxy.counts.unreachable()).isEqualTo(2);
      assertThat(proxy.warnings)
          .singleElement(STRING)
          .contains("the server is not reachable: Connection refused");
    }
  }

  @Test
  void failedLogin_isCounted_andNoSession() throws Exception {
    TraceList trace = new TraceList();
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, ROOM, trace).record();
        Socket client = proxy.connect()) {
      client.getOutputStream().write("GET / HTTP/1.1\n".getBytes(StandardCharsets.UTF_8));
      assertThat(reads(client.getInputStream())).isNegative();
      await(() -> !proxy.warnings.isEmpty());
      assertThat(proxy.counts.unopened()).isEqualTo(1);
      assertThat(proxy.warnings).singleElement(STRING).contains("This is no toy client");
    }
    assertThat(trace.of(SessionStart.class)).isEmpty();
  }

  private static int reads(InputStream in) throws IOException {
    try {
      return in.read();
    } catch (SocketException reset) {
      return -1;
    }
  }

  @Test
  void clientsAreGivenTheAddressThatTheyReach() throws Exception {
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, ROOM, new TraceList()).record()) {
      proxy.login("a").close();
      assertThat(proxy.protocol.listen).isNotNull();
      assertThat(proxy.protocol.listen.getHostString()).isEqualTo("127.0.0.1");
      assertThat(proxy.protocol.listen.getPort()).isEqualTo(proxy.port());
    }
  }

  /** Waits for what other threads do. The limit of all tests ends it. */
  static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
