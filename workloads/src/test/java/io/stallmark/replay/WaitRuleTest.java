package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.replay.OperationOrder.Place;
import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.spi.wire.OperationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WaitRuleTest {

  private static final OperationText READ = new OperationText("read", "r", false, Set.of("a"));
  private static final OperationText CHANGE_A = new OperationText("w", "w", true, Set.of("a"));
  private static final OperationText CHANGE_B = new OperationText("w", "w", true, Set.of("b"));
  private static final OperationText COMMIT = new OperationText("commit", "commit", true);

  /** An operation between its sending and its reply. */
  private static final class Recorded {
    private final WaitRule rule;
    private final int session;
    private final OperationText text;
    private final List<Place> waits;
    private final List<Place> places;

    Recorded(WaitRule rule, int session, OperationText text) {
      this.rule = rule;
      this.session = session;
      this.text = text;
      waits = new ArrayList<>(rule.before(session, text));
      places = new ArrayList<>(rule.placesOfSent(text));
    }

    Recorded answered() {
      return answered(false);
    }

    Recorded answered(boolean failed) {
      waits.addAll(rule.changesBefore(text));
      places.addAll(rule.places(session, text, failed));
      return this;
    }

    void complete() {
      places.forEach(Place::complete);
    }

    boolean waits() {
      return waits.stream().anyMatch(place -> !place.isDone());
    }
  }

  private static void assertWaits(Recorded later, Recorded earlier) {
    assertThat(later.waits()).isTrue();
    earlier.complete();
    assertThat(later.waits()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMIT", "TABLE"})
  void read_waitsForWritesThatWereAnsweredBefore(Order order) {
    WaitRule rule = new WaitRule(order);
    Recorded write = new Recorded(rule, 1, CHANGE_A).answered();
    assertWaits(new Recorded(rule, 2, READ).answered(), write);
  }

  /** The second change was sent first and answered last, as if it had waited for a lock. */
  @ParameterizedTest
  @EnumSource(names = {"COMMIT", "TABLE"})
  void overlappingChangesOfATable_areInTheOrderOfTheirReplies(Order order) {
    WaitRule rule = new WaitRule(order);
    Recorded blocked = new Recorded(rule, 2, CHANGE_A);
    Recorded change = new Recorded(rule, 1, CHANGE_A).answered();
    assertThat(change.waits()).isFalse();
    assertWaits(blocked.answered(), change);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMIT", "TABLE"})
  void change_waitsForTheCommitThatWasAnsweredBeforeIt(Order order) {
    WaitRule rule = new WaitRule(order);
    new Recorded(rule, 1, CHANGE_A).answered().complete();
    Recorded commit = new Recorded(rule, 1, COMMIT);
    Recorded change = new Recorded(rule, 2, CHANGE_A);
    assertThat(change.waits()).isFalse();
    commit.answered();
    assertWaits(change.answered(), commit);
  }

  /** The refused change of table b ended the transaction that had changed table a. */
  @ParameterizedTest
  @EnumSource(names = {"COMMIT", "TABLE"})
  void change_waitsForTheRefusalThatEndedATransactionOnItsTable(Order order) {
    WaitRule rule = new WaitRule(order);
    new Recorded(rule, 1, CHANGE_A).answered().complete();
    Recorded refused = new Recorded(rule, 1, CHANGE_B);
    Recorded change = new Recorded(rule, 2, CHANGE_A);
    refused.answered(true);
    assertWaits(change.answered(), refused);
  }

  /** A server shows the changes to others early in a commit, and waits for the disk afterwards. */
  @Test
  void read_waitsForCommitsThatWereSentBefore() {
    WaitRule rule = new WaitRule(Order.COMMIT);
    Recorded commit = new Recorded(rule, 1, COMMIT);
    Recorded read = new Recorded(rule, 2, READ).answered();
    assertWaits(read, commit.answered());
  }

  @Test
  void commits_doNotWaitForEachOther_whileTheyOverlap() {
    WaitRule rule = new WaitRule(Order.COMMIT);
    Recorded first = new Recorded(rule, 1, COMMIT);
    Recorded second = new Recorded(rule, 2, COMMIT);
    first.answered();
    second.answered();
    assertThat(first.waits()).isFalse();
    assertThat(second.waits()).isFalse();
  }

  @Test
  void otherTables_areNotWaitedFor() {
    WaitRule rule = new WaitRule(Order.TABLE);
    new Recorded(rule, 1, CHANGE_B).answered();
    assertThat(new Recorded(rule, 2, READ).answered().waits()).isFalse();
  }
}
