package io.stallmark.it.servers.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.analysis.cost.probe.ResourceProbes;
import io.stallmark.it.Docker;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.spi.Database;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What sources say that a known work cost. PostgreSQL has a process for each connection, which ends
 * with it, and reads and writes through the page cache. So the sources are compared with the sizes
 * of the table and of the log, and with each other.
 */
@Thorough
@RealTime
@Docker
final class PostgreSqlCostIT {

  private static final String FILL =
      "CREATE TABLE filled AS SELECT g AS id, repeat('x', 400) AS text"
          + " FROM generate_series(1, 100000) g";

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofAFilledTable_everySourceSaysWhatItCost(boolean newest) throws Exception {
    try (Server mapped = newest ? Server.newestPostgresql() : Server.postgresql()) {
      Server server = mapped.at(mapped.ownUrl());
      number(server, "GRANT pg_read_all_settings TO bench");
      long size;
      try (Database database = server.open(null)) {
        size = fills(server, database);
      }
      restart(server);
      try (Database database = server.open(null)) {
        reads(server, database, size);
      }
    }
  }

  /** Fills the table, whose size it returns. The session that does so then ends. */
  private static long fills(Server server, Database database) throws Exception {
    ResourceProbes probes = ResourceProbes.of(database, null);
    assertThat(probes.list())
        .as("%s", probes.notes())
        .extracting(ResourceProbe::source)
        .containsExactly(CostSource.SERVER, CostSource.PROCESS, CostSource.CGROUP, CostSource.DISK);
    long logBefore = log(server);
    Map<CostSource, Usage> before = read(probes);
    number(server, FILL);
    number(server, "CHECKPOINT");
    long size = number(server, "SELECT pg_table_size('filled')");
    long written = size + log(server) - logBefore;
    server.until( // the server counts what it did a moment later
        () ->
            used(CostSource.SERVER, Resource.WRITTEN_BYTES, before, read(probes)) > 0.9 * written);
    Map<CostSource, Usage> after = read(probes);
    assertThat(used(CostSource.SERVER, Resource.WRITTEN_BYTES, before, after))
        .as("pages and log; new files of the log are filled with zeros")
        .isLessThan(2 * written);
    assertThat(used(CostSource.SERVER, Resource.WRITES, before, after))
        .isBetween(size / 8192 / 32, 2 * written / 8192);
    assertThat(used(CostSource.PROCESS, Resource.WRITTEN_BYTES, before, after))
        .isBetween((long) (0.9 * written), 2 * written);
    assertThat(used(CostSource.PROCESS, Resource.CPU_NANOS, before, after))
        .isGreaterThan(50_000_000)
        .isCloseTo(
            used(CostSource.CGROUP, Resource.CPU_NANOS, before, after), withinPercentage(15));
    probes.list().forEach(ResourceProbe::close);
    return size;
  }

  /** Reads the table after a restart. */
  private static void reads(Server server, Database database, long size) throws Exception {
    ResourceProbes probes = ResourceProbes.of(database, null);
    Map<CostSource, Usage> before = read(probes);
    number(server, "SELECT count(text) FROM filled");
    server.until(
        () -> used(CostSource.SERVER, Resource.READ_BYTES, before, read(probes)) > 0.9 * size);
    Map<CostSource, Usage> after = read(probes);
    assertThat(used(CostSource.SERVER, Resource.READ_BYTES, before, after))
        .isLessThan((long) (1.2 * size));
    assertThat(used(CostSource.SERVER, Resource.READS, before, after))
        .isBetween(size / 8192 / 32, (long) (1.2 * size) / 8192);
    assertThat(used(CostSource.SERVER, Resource.PAGE_REQUESTS, before, after))
        .isGreaterThanOrEqualTo(size / 8192);
    probes.list().forEach(ResourceProbe::close);
  }

  private static void restart(Server server) {
    var docker = server.container().getDockerClient();
    docker.restartContainerCmd(server.container().getContainerId()).withTimeout(30).exec();
    server.until(() -> number(server, "SELECT 1") == 1);
  }

  /** Runs a statement in a session of its own; returns the number in its first row, or 0. */
  private static long number(Server server, String text) throws SQLException {
    try (Connection root = server.postgresqlRoot("bench");
        Statement sql = root.createStatement()) {
      if (!sql.execute(text)) {
        return 0;
      }
      try (ResultSet row = sql.getResultSet()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }
  }

  private static long log(Server server) throws SQLException {
    return number(server, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint");
  }

  private static Map<CostSource, Usage> read(ResourceProbes probes) throws IOException {
    Map<CostSource, Usage> usages = new EnumMap<>(CostSource.class);
    for (ResourceProbe probe : probes.list()) {
      usages.put(probe.source(), probe.read());
    }
    return usages;
  }

  private static long used(
      CostSource source,
      Resource resource,
      Map<CostSource, Usage> before,
      Map<CostSource, Usage> after) {
    return after.get(source).of(resource).orElseThrow()
        - before.get(source).of(resource).orElseThrow();
  }
}
