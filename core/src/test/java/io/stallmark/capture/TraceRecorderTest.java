package io.stallmark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of the copies of the traffic. */
final class TraceRecorderTest {

  private static final byte[] NOTHING = new byte[0];

  @Test
  void slowRecorder_doesNotDelayTheTraffic_andTheGapIsCounted() throws Exception {
    TraceList trace = new TraceList();
    int requests = 1_000;
    int room = 50;
    int capacity = 2 * room * (TrafficQueue.OVERHEAD + "12345678\n".length());
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, capacity, trace)) { // nothing takes from the queue
      try (Socket client = proxy.login("a")) {
        for (int i = 0; i < requests; i++) {
          client.getOutputStream().write("12345678\n".getBytes(StandardCharsets.UTF_8));
          assertThat(ToyProtocol.line(client.getInputStream())).isEqualTo("12345678");
        }
      }
      RecordingProxyTest.await(() -> proxy.sessions.open() == 0);
    }
    assertThat(trace.of(Operation.class)).hasSize(room);
    assertThat(trace.of(Gap.class))
        .singleElement()
        .matches(gap -> gap.operations() == requests - room, "as many as were sent");
    assertThat(trace.of(SessionEnd.class)).hasSize(1);
  }

  @Test
  void queueWithRoomAgain_marksThePlaceOfTheLoss() {
    TraceList trace = new TraceList();
    TrafficQueue queue = new TrafficQueue(TrafficQueue.OVERHEAD + 10);
    SessionRegistry sessions = new SessionRegistry(queue, System.nanoTime());
    SessionTap tap = sessions.open(new OpenedSession(Map.of(), NOTHING));
    tap.sent("first\n".getBytes(StandardCharsets.UTF_8), 6);
    tap.sent("lost\n".getBytes(StandardCharsets.UTF_8), 5);
    tap.sent("lost\n".getBytes(StandardCharsets.UTF_8), 5);
    tap.replied("lost\n".getBytes(StandardCharsets.UTF_8), 5);
    assertThat(queue.poll()).isInstanceOf(TrafficEvent.Opened.class);
    assertThat(queue.poll()).isInstanceOf(TrafficEvent.Sent.class);
    assertThat(queue.poll()).isNull();
    tap.sent("last\n".getBytes(StandardCharsets.UTF_8), 5);
    tap.close();
    assertThat(queue.poll())
        .isInstanceOfSatisfying(
            TrafficEvent.Lost.class, lost -> assertThat(lost.requests()).isEqualTo(2));
    assertThat(queue.poll()).isInstanceOf(TrafficEvent.Sent.class);
    assertThat(queue.poll()).isInstanceOf(TrafficEvent.Closed.class);
    assertThat(trace.of(TraceRecord.class)).isEmpty();
  }

  @Test
  void operationsWithoutReply_andOpenSessions_areEnded() {
    TraceList trace = new TraceList();
    TrafficQueue queue = new TrafficQueue(1 << 20);
    SessionRegistry sessions = new SessionRegistry(queue, System.nanoTime());
    TraceRecorder recorder = new TraceRecorder(queue, new ToyProtocol(), false, trace, () -> {});
    SessionTap tap = sessions.open(new OpenedSession(Map.of("user", "u"), NOTHING));
    tap.sent("question\n".getBytes(StandardCharsets.UTF_8), 9);
    recorder.end();
    recorder.run();
    assertThat(trace.of(SessionStart.class))
        .singleElement()
        .matches(start -> start.attributes().equals(Map.of("user", "u")));
    assertThat(trace.of(Reply.class))
        .singleElement()
        .matches(reply -> reply.outcome() == Outcome.NONE);
    assertThat(trace.of(SessionEnd.class)).hasSize(1);
    assertThat(recorder.failure()).isNull();
  }

  @Test
  void sinkThatFails_endsTheRecording_notTheTraffic() throws Exception {
    TraceSink full =
        new TraceSink() {
          @Override
          public void record(TraceRecord record) {
            if (record instanceof Operation) {
              throw new UncheckedIOException(new IOException("No space left on device"));
            }
          }

          @Override
          public void omitted(String command) {}
        };
    try (ToyServer server = new ToyServer();
        ToyProxy proxy = new ToyProxy(server, 1 << 20, full).record();
        Socket client = proxy.login("a")) {
      client.getOutputStream().write("one\n".getBytes(StandardCharsets.UTF_8));
      assertThat(ToyProtocol.line(client.getInputStream())).isEqualTo("one");
      RecordingProxyTest.await(() -> proxy.recorder.failure() != null);
      for (int i = 0; i < 100; i++) {
        client.getOutputStream().write("two\n".getBytes(StandardCharsets.UTF_8));
        assertThat(ToyProtocol.line(client.getInputStream())).isEqualTo("two");
      }
      assertThat(proxy.recorder.failure()).hasMessageContaining("No space left on device");
    }
  }
}
