package io.stallmark.it.servers.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import io.stallmark.it.WhileRunning;
import io.stallmark.it.servers.graph.LinkClient.Link;
import io.stallmark.it.servers.graph.LinkClient.State;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What linkbench's tables hold after the server or a client was killed by SIGKILL. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GraphCrashContract {

  /** Acknowledged changes before the server is killed. */
  private static final int ENOUGH = 400;

  /** Of the whole mix, a fifth of which changes links. */
  private static final int TRANSACTIONS = 800;

  /** Beyond the ids that a load or a run links to. */
  private final AtomicLong nextLink = new AtomicLong(1_000_000);

  @TempDir private static Path directory;

  private Server started;

  /** The same, at the address that it has had since it was last started. */
  private Server server;

  /** Starts the server. */
  abstract Server start();

  /** Settings under which the end of the process loses nothing that was acknowledged. */
  abstract List<String> durable();

  /** Settings under which it may. */
  abstract List<String> notDurable();

  /** How the tables are laid out, {@code setting=…}. */
  String laidOut() {
    return "layout=keys";
  }

  private Layout layout() {
    return laidOut().equals("layout=object-ids") ? Layout.OBJECT_IDS : Layout.KEYS;
  }

  /** Those under which the whole mix runs: the server's own, and all that may lose something. */
  List<String> mixed() {
    return Stream.concat(durable().stream().limit(1), notDurable().stream()).toList();
  }

  /** The server with this global variable set, until it is started again. */
  Server with(Server running, String setting) throws Exception {
    running.execute("SET GLOBAL " + setting);
    return running;
  }

  @BeforeAll
  void begin() throws IOException {
    started = start();
    server = started;
    succeeds("load", "--threads", "2");
  }

  @AfterAll
  void end() {
    if (started != null) {
      started.close();
    }
  }

  /** With a directory for its results alone. */
  private Program program() throws IOException {
    return new Program(
        Files.createTempDirectory(directory, "run"),
        Map.of("STALLMARK_PASSWORD", server.password()));
  }

  private String[] arguments(String command, Server at, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "linkbench", "--url", at.url()));
    if (at.storageOption() != null) {
      arguments.addAll(List.of("--storage", at.storageOption()));
    }
    arguments.addAll(List.of("-p", "ids=3000", "-p", "max-degree=3000", "-p", laidOut()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private String succeeds(String command, String... more) throws IOException {
    Program.Result result = program().call(arguments(command, server, more)).well();
    return result.out();
  }

  private void assertCountsAreRight() throws IOException {
    assertThat(succeeds("verify")).contains("links were added or changed since");
  }

  private Stream<String> first() {
    return durable().stream().limit(1);
  }

  private Stream<String> others() {
    return durable().stream().skip(1);
  }

  @Thorough
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("others")
  void killedServer_losesNothing_underOtherSettings(String setting) throws Exception {
    killedServer_losesNothingThatItHasAcknowledged(setting);
  }

  @ParameterizedTest
  @MethodSource("first")
  void killedServer_losesNothingThatItHasAcknowledged(String setting) throws Exception {
    Map<Link, State> acknowledged;
    try (Database database = with(server, setting).open(null);
        LinkWriters writers = new LinkWriters(database, layout(), nextLink, ENOUGH)) {
      writers.awaitEnough();
      server.kill();
      acknowledged = writers.acknowledged();
    }
    startAgain();
    assertThat(lost(acknowledged)).as("of %d", acknowledged.size()).isEmpty();
    assertThat(acknowledged.values()).contains(State.ADDED, State.CHANGED, State.HIDDEN);
    assertCountsAreRight();
  }

  @Thorough
  @ParameterizedTest
  @MethodSource("mixed")
  void serverKilledInTheMix_keepsCountsRight_alsoWhereItLosesChanges(String setting)
      throws Exception {
    Program.Running run = runMix(with(server, setting));
    server.kill();
    run.kill(); // it waits for the server, which will be elsewhere
    startAgain();
    assertCountsAreRight();
  }

  /** In the middle of transactions that change a link and its count. */
  @Test
  void killedClients_leaveCountsThatAreRight() throws Exception {
    Program.Running run =
        runMix(server, "-p", "mix=own", "-p", "add-link=60", "-p", "delete-link=40");
    assertThat(run.kill()).isEqualTo(128 + 9);
    assertCountsAreRight();
  }

  /** By the program as users have it; it has done some. */
  private Program.Running runMix(Server at, String... more) throws Exception {
    Program program = program();
    String[] mix = {"--threads", "8", "--seconds", "3600", "--interval", "0.1"};
    Program.Running run =
        program.start(
            arguments("run", at, Stream.of(mix, more).flatMap(Stream::of).toArray(String[]::new)));
    run.until(
        () -> program.intervals("transactions").stream().mapToLong(n -> n).sum() > TRANSACTIONS);
    return run;
  }

  /** The server then takes writes again. */
  private void startAgain() {
    server = started.startAgain();
    WhileRunning.until(
        server,
        () -> {
          try (Database database = server.open(null);
              LinkClient client = new LinkClient(database, layout())) {
            return client.bring(Link.of(nextLink.getAndIncrement()), State.ADDED);
          } catch (DbException e) {
            return false; // it does not answer yet
          }
        });
  }

  /** Links that are not as far as was acknowledged; a change more may have been done. */
  private Map<Link, State> lost(Map<Link, State> acknowledged) throws Exception {
    Map<Link, State> lost = new HashMap<>();
    try (Database database = server.open(null);
        LinkClient client = new LinkClient(database, layout())) {
      for (Map.Entry<Link, State> link : acknowledged.entrySet()) {
        State state = client.state(link.getKey());
        if (state.compareTo(link.getValue()) < 0) {
          lost.put(link.getKey(), state);
        }
      }
    }
    return lost;
  }
}
