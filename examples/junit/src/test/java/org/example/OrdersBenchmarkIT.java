package org.example;

import io.stallmark.junit.BenchmarkRun;
import io.stallmark.junit.BenchmarkTest;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Benchmarks that 'mvn verify' runs. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class OrdersBenchmarkIT {

  private static final String WORK = "{workload: sysbench, settings: {rows: 1000}, seconds: 40}";

  @BenchmarkTest(value = WORK, allowUntrusted = true)
  void lessDurability_isNotSlower(BenchmarkRun run) throws Exception {
    run.on("embedded:mysql?durability=none")
        .assertNotSlower(run.on("embedded:mysql"), "throughput=50 %");
  }

  @BenchmarkTest("{workload: sysbench, settings: {rows: 1000}, seconds: 3, limit: [p95<5s]}")
  void limits_areMet(BenchmarkRun run) throws Exception {
    run.on("embedded:mysql").assertLimitsMet();
  }
}
