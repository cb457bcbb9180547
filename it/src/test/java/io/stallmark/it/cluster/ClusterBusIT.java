package io.stallmark.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.cluster.bus.ClusterAddress;
import io.stallmark.it.RealTime;
import io.stallmark.it.ReservedPort;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Losses of real processes. */
@RealTime
final class ClusterBusIT {

  private static final String KEY = "0123456789abcdef0123456789abcdef";

  private final List<BusMember> members = new ArrayList<>();
  private final ReservedPort port = new ReservedPort();

  @AfterEach
  void kill() {
    members.forEach(BusMember::close);
    port.close();
  }

  private BusMember open(String role, String key) throws IOException {
    BusMember member = new BusMember(role, new ClusterAddress("127.0.0.1", port.number()), key);
    members.add(member);
    awaitLine(member, "open");
    return member;
  }

  private static void awaitLine(BusMember member, String line) {
    await()
        .forever()
        .until(
            () -> {
              boolean ended = member.hasEnded();
              boolean printed = member.lines().contains(line);
              assertThat(printed || !ended).as("no '%s' in %s", line, member.lines()).isTrue();
              return printed;
            });
  }

  @Test
  void killedAgent_isKnownWithin5Seconds() throws Exception {
    BusMember coordinator = open("coordinator", KEY);
    BusMember one = open("one", KEY);
    BusMember two = open("two", KEY);
    awaitLine(one, "joined two");
    long then = System.nanoTime();
    two.signal("KILL");
    awaitLine(coordinator, "left two");
    awaitLine(one, "left two");
    assertThat(coordinator.secondsUntil("left two", then)).isBetween(0.0, 5.0);
    assertThat(one.secondsUntil("left two", then)).isBetween(0.0, 5.0);
  }

  @Test
  void killedCoordinator_isKnownToEveryAgentWithin6Seconds() throws Exception {
    BusMember coordinator = open("coordinator", "");
    BusMember one = open("one", "");
    BusMember two = open("two", "");
    long then = System.nanoTime();
    coordinator.signal("KILL");
    for (BusMember agent : List.of(one, two)) {
      awaitLine(agent, "left coordinator");
      assertThat(agent.secondsUntil("left coordinator", then)).isBetween(0.0, 6.0);
      agent.send("anybody?");
    }
  }

  @Test
  @Thorough
  void agentFrozenFor8Seconds_isNoLoss() throws Exception {
    BusMember coordinator = open("coordinator", KEY);
    BusMember one = open("one", KEY);
    BusMember two = open("two", KEY);
    two.signal("STOP");
    coordinator.send("during");
    Thread.sleep(8_000); // the freeze itself
    two.signal("CONT");
    awaitLine(two, "coordinator: during");
    two.send("still here");
    awaitLine(coordinator, "two: still here");
    Thread.sleep(4_000); // a suspicion would have been verified by now
    assertThat(coordinator.lines()).doesNotContain("left two");
    assertThat(one.lines()).doesNotContain("left two");
    assertThat(two.lines()).doesNotContain("left coordinator", "left one");
  }

  @Test
  @Thorough
  void agentFrozenFor12Seconds_isALoss_whichOthersDoNotSuffer_andItIsTold() throws Exception {
    BusMember coordinator = open("coordinator", KEY);
    BusMember one = open("one", KEY);
    BusMember two = open("two", KEY);
    awaitLine(coordinator, "joined two");
    long then = System.nanoTime();
    two.signal("STOP");
    coordinator.send("FILL");
    awaitLine(coordinator, "left two");
    assertThat(coordinator.secondsUntil("left two", then)).isBetween(8.0, 12.0);
    awaitLine(coordinator, "sent FILL");
    coordinator.send("after");
    awaitLine(one, "coordinator: after");
    assertThat(coordinator.lines()).doesNotContain("left one");
    assertThat(one.lines()).doesNotContain("left coordinator");
    long thawed = System.nanoTime();
    two.signal("CONT");
    awaitLine(two, "left coordinator");
    assertThat(two.secondsUntil("left coordinator", thawed)).isBetween(0.0, 4.0);
    two.send("from the past");
    awaitLine(two, "sent from the past");
    one.send("from the present");
    awaitLine(coordinator, "one: from the present");
    assertThat(coordinator.lines()).doesNotContain("two: from the past");
  }
}
