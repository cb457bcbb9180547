package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.tables.ScenarioTables.Found;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Loads and checks that lose their connection. */
final class ReconnectionTest extends TableLoadCase {

  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private static DbException lost() {
    return new DbException(Kind.CONNECTION, "08S01", "Connection reset", null);
  }

  /** Every load but a resumed one loses its connection. */
  private void loseConnections() {
    plot.share =
        (session, slice) -> {
          shelf.journal.add("lost");
          throw lost();
        };
  }

  @Test
  void load_resumesItself_underTheSameMark() throws Exception {
    loseConnections();
    tables().reconnecting(LONG).load();
    assertThat(String.join(",", shelf.journal))
        .isEqualTo(
            "create "
                + MARK
                + ",insert "
                + MARK
                + ",create a,create b,index a,index b,lost,rest,drop "
                + MARK);
    assertThat(tables().look()).isEqualTo(Found.ALL);
    assertThat(said.words())
        .contains("Connection reset. Trying again for up to 3600 s (--reconnect)");
  }

  @Test
  void load_triesAgain_whenTheServerIsNotBackAtOnce() throws Exception {
    loseConnections();
    AtomicInteger refused = new AtomicInteger();
    shelf.fault =
        deed -> {
          if (deed.equals("connect")
              && shelf.journal.contains("lost")
              && refused.incrementAndGet() < 3) {
            throw lost();
          }
        };
    tables().reconnecting(LONG).load();
    assertThat(tables().look()).isEqualTo(Found.ALL);
    assertThat(refused).hasValueGreaterThanOrEqualTo(3);
  }

  @Test
  void load_givesUpAfterTheTimeout_andSaysHowToGoOn() throws Exception {
    loseConnections();
    shelf.fault =
        deed -> {
          if (deed.equals("connect") && shelf.journal.contains("lost")) {
            throw new DbException(Kind.CONNECTION, "08001", "Connection refused", null);
          }
        };
    assertThatThrownBy(tables().reconnecting(TimeUnit.MILLISECONDS.toNanos(60))::load)
        .isInstanceOf(DbException.class)
        .hasMessageEndingWith(". " + GOES_ON);
    shelf.fault = deed -> {};
    assertThat(tables().look()).isEqualTo(Found.PART);
  }

  @Test
  void load_thatTheUserEndsDuringAnOutage_saysHowToGoOn() {
    plot.share =
        (session, slice) -> {
          stop.request();
          throw lost();
        };
    assertThatThrownBy(tables().reconnecting(LONG)::load)
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Interrupted. " + GOES_ON);
  }

  /** Its tables do not outlive the run, so they have no mark. */
  @Test
  void loadOfPassingTables_beginsOnceMore() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    plot.share =
        (session, slice) -> {
          if (attempts.incrementAndGet() == 1) {
            throw lost();
          }
          return fills("fill");
        };
    tables().reconnecting(LONG).withoutLoadMark().load();
    assertThat(String.join(",", shelf.journal))
        .isEqualTo(
            "create a,create b,index a,index b,drop b,drop a,create a,create b,index a,index b,fill");
  }

  @Test
  void failureOfAnotherKind_isNotRepeated() {
    plot.share =
        (session, slice) -> {
          shelf.journal.add("full");
          throw ScriptedTables.failure("disk full");
        };
    assertThatThrownBy(tables().reconnecting(LONG)::load).hasMessageStartingWith("disk full");
    assertThat(shelf.journal).containsOnlyOnce("full");
  }

  @Test
  void beginOfARun_isRepeated() throws Exception {
    tables().load();
    AtomicInteger attempts = new AtomicInteger();
    shelf.fault =
        deed -> {
          if (deed.equals("connect") && attempts.incrementAndGet() == 1) {
            throw lost();
          }
        };
    tables().reconnecting(LONG).begin();
    assertThat(attempts).hasValueGreaterThan(1);
  }

  @Test
  void verification_isRepeatedWhole() throws Exception {
    tables().load();
    loseConnections();
    ScenarioTables loaded = tables().reconnecting(LONG);
    shelf.fault =
        deed -> {
          if (shelf.journal.contains("lost")) {
            plot.share = (session, slice) -> fills("verified");
          }
        };
    assertThat(loaded.verify().holds()).isTrue();
    assertThat(shelf.journal).endsWith("lost", "verified");
  }
}
