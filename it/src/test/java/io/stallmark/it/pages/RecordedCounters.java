package io.stallmark.it.pages;

import io.stallmark.it.Server;
import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Writes down a server's counters once a second, as a run reads them, a line of {@code name=number}
 * each time.
 */
final class RecordedCounters implements AutoCloseable {

  private final Database database;
  private final Database.Counters counters;
  private final Path file;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private Future<?> reading = CompletableFuture.completedFuture(null); // until it begins

  RecordedCounters(Server server, Path file) throws DbException {
    this.file = file;
    Target target = new Target(server.url(), new Secret(server.password()), null, Tls.UNSAID, 1);
    database = Registry.load().bindingFor(server.url()).orElseThrow().open(target);
    counters = database.counters();
  }

  /** Reads from now on until it is closed. */
  void begin() {
    reading = clock.scheduleAtFixedRate(this::read, 0, 1, TimeUnit.SECONDS);
  }

  private void read() {
    try {
      Map<String, Long> values = counters.read();
      String line =
          values.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue())
              .collect(Collectors.joining(";", "", "\n"));
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (DbException e) {
      throw new IllegalStateException(e); // no more lines: who reads them sees it
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    reading.cancel(false);
    CompletableFuture.runAsync(() -> {}, clock).join(); // after the reading under way
    clock.shutdown();
    counters.close();
    database.close();
  }
}
