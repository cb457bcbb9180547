package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A load and a check go on after lost connections, and are exact. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LostConnectionContract {

  static final int ROWS = 40_000;
  private static final String AGAIN = "Trying again for up to 60 s (--reconnect)";

  Server server;
  @TempDir Path directory;

  abstract Server start();

  /** Ends every connection of the program. */
  abstract void cut() throws Exception;

  /** Number of rows of a table; 0: there is none. */
  abstract long rows(String table) throws Exception;

  @BeforeAll
  void begin() {
    server = start();
  }

  private Program program() {
    return new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
  }

  final Program.Running start(String command, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--url", server.url(), "--threads", "4"));
    return program().start(arguments.toArray(String[]::new));
  }

  static Program.Result well(Program.Running running) throws Exception {
    Program.Result result = Program.finish(running).well();
    return result;
  }

  @Test
  void loadAndVerification_goOn_andEveryRowIsThereOnce() throws Exception {
    String[] sysbench = {};
    Program.Result loaded = null;
    // A fast server completes a small load before its connections are ended.
    for (int rows = ROWS; loaded == null || !loaded.err().contains(AGAIN); rows *= 4) {
      if (loaded != null) {
        String[] drop = {"drop", "sysbench", "--yes", "--url", server.url()};
        assertThat(program().call(drop).exit()).isZero();
      }
      sysbench = new String[] {"sysbench", "-p", "tables=2", "-p", "rows=" + rows};
      Program.Running load = start("load", sysbench);
      for (long many : List.of(2_000, rows)) {
        load.until(() -> rows("sbtest1") + rows("sbtest2") >= many);
        cut();
      }
      loaded = well(load);
    }

    Program.Running verify = start("verify", sysbench);
    verify.until(() -> verify.err().contains("Verifying"));
    cut();
    well(verify);
  }

  /** The run goes on, and no acknowledged order or payment is lost. */
  @Thorough
  @Test
  void orders_goOn_andEveryAcknowledgedOneIsThere() throws Exception {
    String[] orders = {"tpcc", "-p", "cardinality=2", "-p", "home=random"};
    well(start("load", orders));
    Program program = program();
    List<String> endless = new ArrayList<>(List.of(orders));
    endless.addAll(List.of("--seconds", "3600", "--allow-errors", "100"));
    Program.Running run = start("run", endless.toArray(String[]::new));
    run.until(() -> transactions(program) > 0);
    cut();
    int before = program.intervals("transactions").size() + 1; // and the one under way
    run.until(() -> program.intervals("transactions").stream().skip(before).anyMatch(n -> n > 0));
    run.process().toHandle().destroy(); // SIGTERM: it has recovered
    Program.Result ended = Program.finish(run);
    assertThat(ended.exit()).as(ended.out() + ended.err()).isEqualTo(130);
    assertThat(program.runJson().at("/summary/reconnects").asLong()).isPositive();

    List<String> recorded = new ArrayList<>(List.of(orders));
    recorded.addAll(List.of("--run", program.results().get(0).toAbsolutePath().toString()));
    assertThat(well(start("verify", recorded.toArray(String[]::new))).out())
        .contains("Every recorded write is there.", "All twelve consistency conditions");
  }

  private static long transactions(Program program) throws Exception {
    return program.intervals("transactions").stream().mapToLong(n -> n).sum();
  }
}
