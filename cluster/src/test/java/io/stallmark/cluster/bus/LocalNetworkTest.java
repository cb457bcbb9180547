package io.stallmark.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The double behaves like the real bus, whose tests have the same names. */
final class LocalNetworkTest {

  private final LocalNetwork network = new LocalNetwork();
  private final EventLog atCoordinator = new EventLog();
  private final EventLog atOne = new EventLog();
  private final EventLog atTwo = new EventLog();
  private final Bus coordinator;
  private final Bus one;
  private final Bus two;

  LocalNetworkTest() throws IOException {
    coordinator = network.open("coordinator", atCoordinator);
    one = network.open("one", atOne);
    two = network.open("two", atTwo);
  }

  @AfterEach
  void close() {
    network.close();
  }

  @Test
  void members_areInTheSameOrderEverywhere() throws Exception {
    List<Member> all = List.of(coordinator.self(), one.self(), two.self());
    assertThat(coordinator.members()).isEqualTo(all);
    assertThat(one.members()).isEqualTo(all);
    assertThat(two.members()).isEqualTo(all);
    network.settle();
    assertThat(atOne.events()).containsExactly("joined coordinator", "joined two");
  }

  @Test
  void messages_arriveInOrder() throws Exception {
    for (String text : List.of("a", "b", "c")) {
      one.send(coordinator.self(), bytes(text));
    }
    network.settle();
    assertThat(atCoordinator.events())
        .containsExactly("joined one", "joined two", "one: a", "one: b", "one: c");
  }

  @Test
  void killedMember_hasLeftAtOnce() throws Exception {
    network.kill(one.self());
    network.settle();
    assertThat(atCoordinator.events()).endsWith("left one");
    assertThat(atTwo.events()).endsWith("left one");
    assertThatThrownBy(() -> coordinator.send(one.self(), bytes("a")))
        .isInstanceOf(IOException.class)
        .hasMessage("one has left the cluster");
  }

  @Test
  void memberFrozenFor8Seconds_getsItsMessagesLater() throws Exception {
    network.freeze(one.self());
    coordinator.send(one.self(), bytes("a"));
    one.send(coordinator.self(), bytes("b"));
    network.advance(Duration.ofSeconds(8));
    network.settle();
    assertThat(atCoordinator.events()).containsExactly("joined one", "joined two");
    network.thaw(one.self());
    network.settle();
    assertThat(atOne.events()).endsWith("coordinator: a");
    assertThat(atCoordinator.events()).endsWith("one: b");
  }

  @Test
  void memberFrozenFor12Seconds_hasLeft_andIsTold() throws Exception {
    network.freeze(one.self());
    one.send(coordinator.self(), bytes("b"));
    network.advance(Duration.ofSeconds(12));
    network.settle();
    assertThat(atCoordinator.events()).endsWith("left one");
    network.thaw(one.self());
    network.settle();
    assertThat(atCoordinator.events()).endsWith("left one");
    assertThat(atOne.events()).contains("left coordinator", "left two");
  }

  @Test
  void separationOf3Seconds_isNoLoss() throws Exception {
    network.separate(List.of(one.self()));
    one.send(coordinator.self(), bytes("b"));
    network.advance(Duration.ofSeconds(3));
    network.connect();
    network.settle();
    assertThat(atCoordinator.events()).containsExactly("joined one", "joined two", "one: b");
  }

  @Test
  void membersSeparatedFor15Seconds_stayApart() throws Exception {
    network.separate(List.of(one.self()));
    network.advance(Duration.ofSeconds(15));
    network.connect();
    network.advance(Duration.ofSeconds(15));
    network.settle();
    assertThat(atCoordinator.events()).containsExactly("joined one", "joined two", "left one");
    assertThat(atOne.events()).contains("left coordinator", "left two");
    assertThat(coordinator.members()).containsExactly(coordinator.self(), two.self());
  }

  @Test
  void memberThatJoinsAgain_isAnother() throws Exception {
    one.close();
    Bus again = network.open("one", new EventLog());
    network.settle();
    assertThat(again.self()).isNotEqualTo(one.self());
    assertThat(atCoordinator.events())
        .containsExactly("joined one", "joined two", "left one", "joined one");
  }

  @Test
  void listener_isNotCalled_afterTheBusIsClosed() throws Exception {
    coordinator.send(two.self(), bytes("a"));
    network.settle();
    two.close();
    network.kill(one.self());
    network.settle();
    assertThat(atTwo.events()).endsWith("coordinator: a");
    assertThatThrownBy(() -> two.send(coordinator.self(), bytes("b")))
        .hasMessage("the bus is closed");
  }

  @Test
  void agent_sendsToItsCoordinatorOnly() throws Exception {
    assertThatThrownBy(() -> one.send(two.self(), bytes("a")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
