package io.stallmark.it.servers.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every workload on every database, at the defaults of all settings but its size: loaded, run and
 * verified. {@code it/verify-defaults.sh} writes the table into docs/databases.md.
 */
@Thorough
@Docker
final class WorkloadDefaultsIT {

  /** The rows of the table. */
  private enum Product {
    MARIADB("InnoDB (MariaDB 10.11)", SharedServer.MARIADB, ""),
    MYSQL("InnoDB (MySQL 9)", SharedServer.MYSQL, ""),
    MYROCKS("MyRocks (MariaDB 10.11)", SharedServer.MARIADB, "engine=RocksDB"),
    TOKUDB("TokuDB (MariaDB 10.5)", SharedServer.TOKUDB, "engine=TokuDB"),
    MONGO("WiredTiger (MongoDB 6.0)", SharedServer.MONGO, ""),
    POSTGRESQL("PostgreSQL 15", SharedServer.POSTGRESQL, ""),
    DOCUMENTDB("DocumentDB (FerretDB 2.7)", SharedServer.DOCUMENTDB, "");

    private final String title;
    private final SharedServer server;
    private final String storage;

    Product(String title, SharedServer server, String storage) {
      this.title = title;
      this.server = server;
      this.storage = storage;
    }
  }

  /** The columns of the table, with a small size and, where a run has no end, its length. */
  private enum Workload {
    SYSBENCH("-p tables=2 -p rows=10000 --seconds 5"),
    TIMESERIES("-p sensors=100 --seconds 5"),
    LINKBENCH("-p ids=300 --seconds 5"),
    USERDOCS("-p owners=100 -p documents=2000 --seconds 5"),
    YCSB("--seconds 5"),
    INSERTBENCH("-p rows-i0=20000"),
    TPCB("--seconds 5"),
    TPCC("-p cardinality=10 --seconds 5"),
    TRANSFER("-p documents=2000");

    private final List<String> size;

    Workload(String size) {
      this.size = List.of(size.split(" "));
    }

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Map<Product, Map<Workload, String>> CELLS = new EnumMap<>(Product.class);

  static Stream<Arguments> cells() {
    return Stream.of(Product.values())
        .flatMap(
            product ->
                Stream.of(Workload.values()).map(workload -> Arguments.of(product, workload)));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void workload_runsAndIsVerified(Product product, Workload workload, @TempDir Path directory)
      throws IOException {
    Server server = product.server.emptied();
    Program program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    List<String> line =
        new ArrayList<>(List.of("run", workload.title(), "--verify", "--url", server.url()));
    line.addAll(workload.size);
    if (!product.storage.isEmpty()) {
      line.addAll(List.of("--storage", product.storage));
    }
    Map<Workload, String> row =
        CELLS.computeIfAbsent(product, each -> new EnumMap<>(Workload.class));
    row.put(workload, "failed");
    Program.Result result = program.asUsersHaveIt().run(line.toArray(String[]::new));
    boolean transactions = workload == Workload.LINKBENCH || workload == Workload.TPCC;
    if (product == Product.DOCUMENTDB && transactions) {
      assertThat(result.exit()).as(result.out() + result.err()).isEqualTo(2);
      assertThat(result.lastError()).contains("multi-statement transactions");
      row.put(workload, "refused");
    } else {
      assertThat(result.exit()).as(result.out() + result.err()).isZero();
      double rate = program.runJson().at("/summary/transactionsPerSecond").asDouble();
      row.put(workload, String.format(Locale.ROOT, rate < 100 ? "%.1f" : "%,.0f", rate));
    }
  }

  @AfterAll
  static void write() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        Stream.of(Workload.values())
            .map(each -> String.format(Locale.ROOT, "[%s](workloads/%<s.md)", each.title()))
            .collect(Collectors.joining(" | ", "| database | ", " |")));
    lines.add("|---".repeat(1 + Workload.values().length) + "|");
    CELLS.forEach(
        (product, cells) ->
            lines.add(
                cells.values().stream()
                    .collect(Collectors.joining(" | ", "| " + product.title + " | ", " |"))));
    Files.write(Path.of("target", "workload-defaults.md"), lines);
  }
}
