package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import org.junit.jupiter.api.Test;

/** MariaDB 10.11, replayed on itself and on MySQL 9. */
final class MariaDbReplayIT extends ReplayContract {

  @Override
  Server recorded() {
    return SharedServer.MARIADB.emptied();
  }

  @Override
  String fingerprint() {
    return "select c from sbtest1 where id=?";
  }

  @Override
  String foreign() {
    return "mongodb://127.0.0.1:1/bench";
  }

  @Test
  void replayOnAnotherServer_hasTheRecordedNumbersOfRows() throws Exception {
    Server target = SharedServer.MYSQL.emptied();
    load(target);
    replay(target, TOLERANT.toArray(String[]::new)).well();
    assertAllCounted(program.runJson().get("replay"));
    assertTablesHadTheSameReplies();
  }

  @Test
  void targetWithoutTheTables_hasNewErrors_andFailsTheRun() throws Exception {
    Server target = SharedServer.MYSQL.emptied();
    assertThat(replay(target, "--dry-run").out())
        .contains("tables      those that the recorded operations name", "until the trace ends")
        .doesNotContain("Statements");
    Program.Result result = replay(target);
    assertThat(result.exit()).isEqualTo(1);
    assertThat(program.runJson().get("replay").get("different").size()).isPositive();
  }
}
