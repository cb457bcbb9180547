package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.LinkClient.Link;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What linkbench's tables hold after the server or a client was killed by SIGKILL. */
@Docker
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GraphCrash {

  private static final int WRITERS = 4;

  /** Acknowledged links before the server is killed. */
  private static final int ENOUGH = 500;

  /** Beyond the ids that a load or a run links to. */
  private final AtomicLong nextLink = new AtomicLong(1_000_000);

  private Server started;

  /** The same, at the address that it has had since it was last started. */
  private Server server;

  private Program program;

  /** Starts the server. */
  abstract Server start();

  /** Settings under which the end of the process loses nothing that was acknowledged. */
  abstract List<String> durable();

  /** Settings under which it may. */
  abstract List<String> notDurable();

  /** The server with this setting in force, by the URL to use. */
  abstract Server with(Server running, String setting) throws Exception;

  @BeforeAll
  void begin(@TempDir Path directory) {
    started = start();
    server = started;
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    succeeds("load", "--threads", "2");
  }

  @AfterAll
  void end() {
    if (started != null) {
      started.close();
    }
  }

  private String[] arguments(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "linkbench", "--url", server.url()));
    arguments.addAll(List.of("-p", "ids=3000", "-p", "max-degree=3000"));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private String succeeds(String command, String... more) {
    Program.Result result = program.run(arguments(command, more));
    assertThat(result.exit()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private void assertCountsAreRight() {
    assertThat(succeeds("verify")).contains("links were added or changed since");
  }

  @ParameterizedTest
  @MethodSource("durable")
  void killedServer_losesNoAcknowledgedLink(String setting) throws Exception {
    List<Link> acknowledged = writeUntilTheServerIsKilled(setting);
    assertThat(missing(acknowledged)).as("of %d", acknowledged.size()).isEmpty();
    assertCountsAreRight();
  }

  @ParameterizedTest
  @MethodSource("notDurable")
  void killedServer_keepsCountsRight_evenWhereItLosesLinks(String setting) throws Exception {
    writeUntilTheServerIsKilled(setting);
    assertCountsAreRight();
  }

  /** In the middle of transactions that change a link and its count. */
  @Test
  void killedClients_leaveCountsThatAreRight() throws Exception {
    String[] writes = {"-p", "mix=own", "-p", "add-link=60", "-p", "delete-link=40"};
    Program.Running run = program.start(arguments("run", writes));
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .until(() -> program.intervals("transactions").stream().anyMatch(n -> n > 0));
    run.process().destroyForcibly(); // SIGKILL
    assertThat(Program.finish(run).exit()).isEqualTo(128 + 9);
    assertCountsAreRight();
  }

  /** The links whose commit was acknowledged; the server then takes writes again. */
  private List<Link> writeUntilTheServerIsKilled(String setting) throws Exception {
    Queue<Link> acknowledged = new ConcurrentLinkedQueue<>();
    CountDownLatch enough = new CountDownLatch(ENOUGH);
    AtomicBoolean killed = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Database database = ServerContract.open(with(server, setting), null)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(threads.submit(() -> write(database, acknowledged, enough, killed)));
      }
      assertThat(enough.await(1, TimeUnit.MINUTES)).as("acknowledgements").isTrue();
      server.kill();
      killed.set(true);
      server = started.startAgain();
      for (Future<?> writer : writers) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
    }
    awaitWrites();
    return List.copyOf(acknowledged);
  }

  /** Adds links until the server is gone, and remembers those that it has acknowledged. */
  private Void write(
      Database database, Queue<Link> acknowledged, CountDownLatch enough, AtomicBoolean killed)
      throws DbException {
    try (LinkClient client = new LinkClient(database)) {
      while (!killed.get()) {
        Link link = Link.of(nextLink.getAndIncrement());
        if (client.add(link)) {
          acknowledged.add(link);
          enough.countDown();
        }
      }
    } catch (DbException e) {
      if (e.kind() != DbException.Kind.CONNECTION) {
        throw e;
      }
    }
    return null;
  }

  private void awaitWrites() {
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .ignoreException(DbException.class)
        .until(
            () -> {
              try (Database database = ServerContract.open(server, null);
                  LinkClient client = new LinkClient(database)) {
                return client.add(Link.of(nextLink.getAndIncrement()));
              }
            });
  }

  private List<Link> missing(List<Link> acknowledged) throws Exception {
    List<Link> missing = new ArrayList<>();
    try (Database database = ServerContract.open(server, null);
        LinkClient client = new LinkClient(database)) {
      for (Link link : acknowledged) {
        if (!client.shows(link)) {
          missing.add(link);
        }
      }
    }
    return missing;
  }
}
