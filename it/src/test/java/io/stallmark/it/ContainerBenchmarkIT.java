package io.stallmark.it;

import io.stallmark.junit.BenchmarkRun;
import io.stallmark.junit.BenchmarkSide;
import io.stallmark.junit.BenchmarkTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.testcontainers.mysql.MySQLContainer;

/** A benchmark as a JUnit test, on a database that the test class starts: docs/junit.md. */
@Docker
final class ContainerBenchmarkIT {

  private static MySQLContainer mysql;

  @BeforeAll
  static void start() {
    mysql =
        new MySQLContainer(
            ServerImages.present("stallmark/mysql:9").asCompatibleSubstituteFor("mysql"));
    mysql.start();
  }

  @AfterAll
  static void stop() {
    mysql.stop();
  }

  @BenchmarkTest("{workload: sysbench, settings: {rows: 1000}, seconds: 3, limit: [errors<1%]}")
  void limits_areMet(BenchmarkRun run) throws Exception {
    run.on(mysql.getJdbcUrl(), mysql.getUsername(), mysql.getPassword()).assertLimitsMet();
  }

  @Thorough // DuetTurnsIT has shown turns on a server
  @BenchmarkTest(
      value = "{workload: sysbench, settings: {rows: 1000}, interval: 0.1, seconds: 20}",
      allowUntrusted = true)
  void settingsOfOneServer_takeTurns(BenchmarkRun run) throws Exception {
    BenchmarkSide server = run.on(mysql.getJdbcUrl(), "root", mysql.getPassword());
    server
        .sql("SET GLOBAL innodb_flush_log_at_trx_commit = 2")
        .assertNotSlower(
            server.sql("SET GLOBAL innodb_flush_log_at_trx_commit = 1"), "throughput=90 %");
  }
}
