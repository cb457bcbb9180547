package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.ServerFigure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract against a server in a container. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract extends StreamContract {

  Server server;
  private Database database;

  /** Starts the server. */
  abstract Server start() throws Exception;

  /** What {@code --driver} would say; null: the scheme's own. */
  String driver() {
    return null;
  }

  @BeforeAll
  void open() throws Exception {
    server = start();
    database = server.open(driver());
  }

  @AfterAll
  void close() {
    if (database != null) {
      database.close();
    }
  }

  @Override
  protected Database database() {
    return database;
  }

  @Override
  protected Map<String, String> storage() {
    return server.storage();
  }

  /** Which of the server's counters a reader of a stall must find; empty: it has none. */
  List<String> counters() {
    return List.of("Innodb_log_waits", "Innodb_row_lock_waits");
  }

  @Test
  void everyChartOfTheServer_hasACounterOfThisServer() throws DbException {
    if (counters().isEmpty()) {
      return;
    }
    List<ServerFigure> figures = Registry.load().bindingFor(server.url()).orElseThrow().figures();
    try (Database.Counters own = database.counters()) {
      Map<String, Long> values = own.read();
      Set<String> missing = new TreeSet<>(figures.stream().map(ServerFigure::id).toList());
      figures.stream()
          .filter(figure -> figure.between(values, values, 1) != null)
          .forEach(figure -> missing.remove(figure.id()));
      assertThat(missing)
          .as("but those of other engines and versions")
          .allMatch(id -> id.matches("(rocksdb|tokudb)_.*|buffers_backend_per_s"));
    }
  }

  @Test
  void counters_areReadAgainAndAgain() throws DbException {
    if (counters().isEmpty()) {
      assertThatThrownBy(() -> database.counters().read()).isInstanceOf(DbException.class);
      return;
    }
    try (Database.Counters own = database.counters()) {
      assertThat(own.read()).containsKeys(counters().toArray(String[]::new));
      assertThat(own.read()).hasSameSizeAs(own.read());
    }
  }
}
