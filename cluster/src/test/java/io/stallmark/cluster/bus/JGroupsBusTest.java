package io.stallmark.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members in one JVM; the double's tests have the same names where both can show it. */
final class JGroupsBusTest {

  private ClusterAddress address = Loopback.at(1); // of the coordinator
  private final List<Bus> opened = new ArrayList<>();
  private final List<String> waiting = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private Bus coordinate(Bus.Listener listener) throws Exception {
    Loopback loopback = Loopback.open(null, "coordinator", listener);
    address = loopback.address();
    opened.add(loopback.coordinator());
    return loopback.coordinator();
  }

  private Bus join(String name, Bus.Listener listener) throws Exception {
    Bus bus = Loopback.opener(address, null).join(name, listener, waiting::add);
    opened.add(bus);
    return bus;
  }

  @Test
  void members_areInTheSameOrderEverywhere() throws Exception {
    EventLog atOne = new EventLog();
    Bus coordinator = coordinate(new EventLog());
    Bus one = join("one", atOne);
    Bus two = join("two", new EventLog());
    List<Member> all = List.of(coordinator.self(), one.self(), two.self());
    await()
        .forever()
        .untilAsserted(
            () ->
                assertThat(List.of(coordinator.members(), one.members(), two.members()))
                    .containsOnly(all));
    await()
        .forever()
        .untilAsserted(
            () -> assertThat(atOne.events()).containsExactly("joined coordinator", "joined two"));
  }

  @Test
  void messages_arriveInOrder() throws Exception {
    EventLog atCoordinator = new EventLog();
    EventLog atOne = new EventLog();
    Bus coordinator = coordinate(atCoordinator);
    Bus one = join("one", atOne);
    await().forever().until(() -> coordinator.members().contains(one.self()));
    List<String> expected = new ArrayList<>(List.of("joined coordinator"));
    List<String> answered = new ArrayList<>(List.of("joined one"));
    for (int i = 0; i < 500; i++) {
      coordinator.send(one.self(), bytes("to one " + i));
      one.send(coordinator.self(), bytes("back " + i));
      expected.add("coordinator: to one " + i);
      answered.add("one: back " + i);
    }
    await().forever().untilAsserted(() -> assertThat(atOne.events()).isEqualTo(expected));
    await().forever().untilAsserted(() -> assertThat(atCoordinator.events()).isEqualTo(answered));
  }

  @Test
  void messageOf5Megabytes_arrivesWhole() throws Exception {
    AtomicReference<byte[]> got = new AtomicReference<>();
    Bus coordinator = coordinate(new EventLog());
    Bus one = join("one", new Keeping(got));
    byte[] large = new byte[5_000_000];
    new java.util.Random(1).nextBytes(large);
    await().forever().until(() -> coordinator.members().contains(one.self()));
    coordinator.send(one.self(), large);
    await().forever().untilAsserted(() -> assertThat(got.get()).isEqualTo(large));
  }

  private record Keeping(AtomicReference<byte[]> last) implements Bus.Listener {

    @Override
    public void message(Member from, byte[] message) {
      last.set(message);
    }

    @Override
    public void left(Member member) {}
  }

  @Test
  void busyListener_slowsTheSenderDown() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    EventLog log = new EventLog(go);
    Bus coordinator = coordinate(new EventLog());
    Bus one = join("one", log);
    await().forever().until(() -> coordinator.members().contains(one.self()));
    int messages = 3_000;
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < messages; i++) {
                try {
                  coordinator.send(one.self(), new byte[1_000]);
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
            });
    await()
        .forever()
        .failFast("nothing slows the sender down", sending::isDone)
        .until(() -> waitsIn("UFC"));
    assertThat(sending).isNotDone();
    go.countDown();
    await().forever().untilAsserted(() -> assertThat(log.events()).hasSize(messages + 1));
    sending.join();
  }

  private static boolean waitsIn(String protocol) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(frame -> frame.getClassName().contains(protocol)))
        .map(thread -> thread.getKey().getState())
        .anyMatch(state -> state == State.WAITING || state == State.TIMED_WAITING);
  }

  @Test
  void lastMessageBeforeClose_arrivesBeforeLeft() throws Exception {
    EventLog atCoordinator = new EventLog();
    Bus coordinator = coordinate(atCoordinator);
    Bus one = join("one", new EventLog());
    one.send(coordinator.self(), bytes("done"));
    one.close();
    await()
        .forever()
        .untilAsserted(
            () ->
                assertThat(atCoordinator.events())
                    .containsExactly("joined one", "one: done", "left one"));
    assertThatThrownBy(() -> coordinator.send(one.self(), bytes("a")))
        .isInstanceOf(IOException.class)
        .hasMessage("one has left the cluster");
    assertThatThrownBy(() -> one.send(coordinator.self(), bytes("b")))
        .hasMessage("the bus is closed");
  }

  @Test
  void agents_knowThatTheCoordinatorHasClosed() throws Exception {
    EventLog atOne = new EventLog();
    EventLog atTwo = new EventLog();
    Bus coordinator = coordinate(new EventLog());
    Bus one = join("one", atOne);
    Bus two = join("two", atTwo);
    await().forever().until(() -> coordinator.members().contains(two.self()));
    coordinator.send(two.self(), bytes("stop"));
    coordinator.close();
    await().forever().untilAsserted(() -> assertThat(atOne.events()).contains("left coordinator"));
    await().forever().untilAsserted(() -> assertThat(atTwo.events()).contains("left coordinator"));
    assertThat(atTwo.events())
        .containsSubsequence("coordinator: stop", "left coordinator")
        .doesNotHaveDuplicates();
    assertThatThrownBy(() -> one.send(coordinator.self(), bytes("a")))
        .hasMessage("coordinator has left the cluster");
  }

  @Test
  void memberThatJoinsAgain_isAnother() throws Exception {
    EventLog atCoordinator = new EventLog();
    coordinate(atCoordinator);
    Bus one = join("one", new EventLog());
    one.close();
    Bus again = join("one", new EventLog());
    assertThat(again.self()).isNotEqualTo(one.self());
    await()
        .forever()
        .untilAsserted(
            () ->
                assertThat(atCoordinator.events())
                    .containsExactly("joined one", "left one", "joined one"));
  }

  @Test
  void agent_waitsForItsCoordinator() throws Exception {
    EventLog log = new EventLog();
    Bus coordinator = null;
    CompletableFuture<Bus> joining = new CompletableFuture<>();
    while (coordinator == null) {
      address = Loopback.free();
      joining = joining(log);
      coordinator = Loopback.coordinate(address, null, "coordinator", new EventLog());
    }
    opened.add(coordinator);
    Bus one = joining.join();
    opened.add(one);
    assertThat(one.members()).startsWith(coordinator.self());
    assertThat(waiting).containsExactly("Waiting for a coordinator at " + address);
  }

  /** Joins in another thread, which has said that it waits. */
  private CompletableFuture<Bus> joining(EventLog log) {
    waiting.clear();
    CompletableFuture<Bus> joining =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Loopback.opener(address, null).join("one", log, waiting::add);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    await()
        .forever()
        .failFast("it waits for nobody", joining::isDone)
        .until(() -> !waiting.isEmpty());
    return joining;
  }

  @Test
  void secondCoordinator_isRefused() throws Exception {
    coordinate(new EventLog());
    assertThatThrownBy(() -> new BusOpener(address, null).coordinate("second", new EventLog()))
        .isInstanceOf(SpecException.class)
        .hasMessage(
            address
                + " cannot be opened: another coordinator or program uses the port, or the address is not of this machine");
  }

  @Test
  void aNameOfThisMachine_thatIsLoopback_isHiddenFromOthers() {
    assertThat(new ClusterAddress("127.1", 7800).hidden()).isEqualTo("127.0.0.1");
    for (String plain : List.of("127.0.0.1", "localhost", "::1", "192.0.2.1")) {
      assertThat(new ClusterAddress(plain, 7800).hidden()).as(plain).isNull();
    }
  }

  @Test
  void withoutKey_onlyThisMachineIsAllowed() {
    BusOpener open = new BusOpener(new ClusterAddress("192.0.2.1", 7800), null);
    String refusal =
        "Other machines can reach 192.0.2.1:7800, so the cluster needs a key: --cluster-key-file"
            + " or STALLMARK_CLUSTER_KEY";
    assertThatThrownBy(() -> open.coordinate("coordinator", new EventLog()))
        .isInstanceOf(SpecException.class)
        .hasMessage(refusal);
    assertThatThrownBy(() -> open.join("one", new EventLog(), waiting::add))
        .isInstanceOf(SpecException.class)
        .hasMessage(refusal);
    BusOpener any = new BusOpener(new ClusterAddress("0.0.0.0", 7800), null);
    assertThatThrownBy(() -> any.coordinate("coordinator", new EventLog()))
        .hasMessageContaining("every address of this machine");
  }

  @Test
  void agent_sendsToItsCoordinatorOnly() throws Exception {
    coordinate(new EventLog());
    Bus one = join("one", new EventLog());
    Bus two = join("two", new EventLog());
    await().forever().until(() -> one.members().contains(two.self()));
    assertThatThrownBy(() -> one.send(two.self(), bytes("a")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
