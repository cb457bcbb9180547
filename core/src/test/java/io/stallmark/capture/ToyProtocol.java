package io.stallmark.capture;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.RecordingFormat;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.spi.wire.WireConnection;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.text.RefusedException;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceSink;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Protocol of lines: each line is a request or its reply. The first line of a client is its login,
 * {@code login NAME}, which the server repeats. Keeps what its parsers received.
 */
public final class ToyProtocol implements WireProtocol {

  private static final int TLS_HANDSHAKE = 0x16;

  final Map<Integer, ByteArrayOutputStream> sent = new ConcurrentHashMap<>();
  final Map<Integer, ByteArrayOutputStream> replied = new ConcurrentHashMap<>();
  volatile @Nullable InetSocketAddress listen;

  @Override
  public String family() {
    return "toy";
  }

  @Override
  public InetSocketAddress address(String given) {
    URI url = URI.create(given);
    if (url.getPort() < 0) {
      throw new RefusedException("The URL names no server");
    }
    return InetSocketAddress.createUnresolved(url.getHost(), url.getPort());
  }

  @Override
  public @Nullable OpenedSession login(
      WireConnection client, WireConnection server, InetSocketAddress reached) throws IOException {
    listen = reached;
    if (server.canEncrypt()) {
      server.encrypt(new byte[0]);
    }
    int first = client.in().read();
    if (first == TLS_HANDSHAKE && client.canEncrypt()) {
      client.encrypt(new byte[] {(byte) first});
      first = client.in().read();
    }
    if (first < 0) {
      return null;
    }
    String line = (char) first + line(client.in());
    if (!line.startsWith("login ")) {
      throw new IOException("This is no toy client");
    }
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.ISO_8859_1);
    server.out().write(bytes);
    line(server.in());
    client.out().write(bytes);
    return new OpenedSession(Map.of("user", line.substring("login ".length())), new byte[0]);
  }

  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("The connection ended within a line");
      }
      line.append((char) b);
    }
    return line.toString();
  }

  @Override
  public SessionParser parser(OpenedSession opened, int session, boolean whole, TraceSink sink) {
    sent.put(session, new ByteArrayOutputStream());
    replied.put(session, new ByteArrayOutputStream());
    return new Parser(session, sink);
  }

  @Override
  public List<RecordingFormat> formats() {
    return List.of(new ToyFormat());
  }

  @Override
  public OperationTexts texts() {
    return ToyProtocol::described;
  }

  /** Redacts all but the first word; cannot read operations with a 7. */
  @Override
  public Optional<OperationRedactor> redactor(ValueMask mask) {
    return Optional.of(
        new OperationRedactor() {
          @Override
          public TraceRecord.@Nullable Operation redact(TraceRecord.Operation operation) {
            byte[] body = operation.body().clone();
            String line = new String(body, StandardCharsets.UTF_8);
            mask.text(body, line.indexOf(' ') + 1, body.length);
            return line.contains("7")
                ? null
                : new TraceRecord.Operation(
                    operation.session(),
                    operation.time(),
                    operation.sequence(),
                    operation.command(),
                    body);
          }

          @Override
          public byte[] replied(TraceRecord.Reply reply) {
            return new byte[0];
          }
        });
  }

  private static OperationText described(TraceRecord.Operation operation) {
    String line = new String(operation.body(), StandardCharsets.UTF_8);
    String command = line.substring(0, Math.max(0, line.indexOf(' ')));
    boolean control = command.equals("commit");
    boolean write = control || command.equals("update");
    return new OperationText(command, line.replaceAll(" \\d+", " ?"), write, control, Set.of());
  }

  private final class Parser implements SessionParser {

    private final int session;
    private final TraceSink sink;
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();
    private final Deque<TraceRecord.Operation> pending = new ArrayDeque<>();
    private long sequence;
    private boolean lossy;

    Parser(int session, TraceSink sink) {
      this.session = session;
      this.sink = sink;
    }

    @Override
    public void sent(long time, byte[] bytes) {
      sent.get(session).writeBytes(bytes);
      for (byte b : bytes) {
        if (b != '\n') {
          request.write(b);
          continue;
        }
        TraceRecord.Operation operation =
            new TraceRecord.Operation(session, time, ++sequence, 1, request.toByteArray());
        request.reset();
        pending.add(operation);
        sink.record(operation);
      }
    }

    @Override
    public void replied(long time, byte[] bytes) {
      replied.get(session).writeBytes(bytes);
      for (byte b : bytes) {
        if (b == '\n' && !lossy) {
          reply(time, pending.remove(), TraceRecord.Outcome.OK);
        }
      }
    }

    private void reply(long time, TraceRecord.Operation to, TraceRecord.Outcome outcome) {
      long latency = time - to.time();
      sink.record(
          new TraceRecord.Reply(
              session,
              time,
              to.sequence(),
              latency,
              latency,
              outcome,
              0,
              0,
              0,
              to.body().length,
              0,
              new byte[0]));
    }

    @Override
    public void lost(long time, long requests) {
      lossy = true;
      sink.record(new TraceRecord.Gap(session, time, Math.max(1, requests), "queue-full"));
    }

    @Override
    public void end(long time) {
      while (!pending.isEmpty()) {
        reply(time, pending.remove(), TraceRecord.Outcome.NONE);
      }
    }
  }
}
