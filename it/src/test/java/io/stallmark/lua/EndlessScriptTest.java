package io.stallmark.lua;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.stallmark.cli.Calls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script that does not return: it is named, and it ends when the user asks for it. */
@Execution(ExecutionMode.CONCURRENT)
final class EndlessScriptTest {

  private static final String LATE =
      "n = 0 function event() n = n + 1 if n > 200 then mark() while true do end end end";

  @TempDir Path directory;

  private final AtomicReference<Runnable> signal = new AtomicReference<>();

  private Calls calls() {
    return new Calls(directory, signal::set);
  }

  private Path begun() {
    return directory.resolve("begun");
  }

  /** Starts a command with a script whose second line is this one. */
  private CompletableFuture<Calls.Result> start(
      Calls calls, String command, String script, String... more) throws Exception {
    String mark = "function mark() io.open('%s', 'w'):close() end\n".formatted(begun());
    Path file = Files.writeString(directory.resolve("endless.lua"), mark + script);
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of("--file", file.toString(), "--url", "h2:file:" + directory.resolve("db")));
    line.addAll(List.of("--threads", "2"));
    line.addAll(List.of(more));
    return CompletableFuture.supplyAsync(() -> calls.run(line.toArray(String[]::new)));
  }

  private Calls.Result interrupted(CompletableFuture<Calls.Result> run) {
    await().forever().until(() -> Files.exists(begun()) && signal.get() != null);
    signal.get().run();
    return run.join();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run lua     | event()       | mark() while true do end
          run lua     | event()       | while true do pcall(mark) end
          run lua     | event()       | while true do pcall(function() mark() while true do end end) end
          run lua     | event()       | coroutine.wrap(function() mark() while true do end end)()
          run lua     | event()       | return event()
          run lua     | thread_init() | mark() while true do end
          run lua     | init()        | mark() while true do end
          lua prepare | prepare()     | mark() while true do end
          run lua     | event()       | mark() local c = sysbench.sql.driver():connect() while true do c:query("SELECT 1") end
          load lua    | prepare()     | xpcall(function() mark() while true do end end, print)
          """)
  void endlessFunction_endsByASignal_andIsNamed(String command, String function, String body)
      throws Exception {
    String event = function.equals("event()") ? "" : " function event() end";
    String marked = body.equals("return event()") ? "mark() " : "";
    Calls.Result result =
        interrupted(
            start(calls(), command, "function " + function + " " + marked + body + " end" + event));
    assertThat(result.exit()).as(result.err()).isEqualTo(130);
    assertThat(result.lastError())
        .contains("Interrupted: " + function + " of ", "has not returned; it was at ")
        .containsPattern("endless.lua:[12]\\.");
  }

  @Test
  void endlessRehearsal_isTold() throws Exception {
    Calls calls = calls();
    CompletableFuture<Calls.Result> run =
        start(calls, "run lua", "function event() mark() while true do end end");
    await().forever().until(() -> calls.written().contains("No return for 3 s"));
    assertThat(calls.written()).contains("from the rehearsal of event() of ", "Ctrl-C ends it");
    assertThat(interrupted(run).exit()).isEqualTo(130);
  }

  /** The server is not to blame. */
  @Test
  void endlessEventOfARun_isNotASilentServer() throws Exception {
    Calls calls = calls();
    CompletableFuture<Calls.Result> run = start(calls, "run lua", LATE, "--warmup", "1");
    await().forever().until(() -> calls.written().contains("No return for 3 s from event() of "));
    Calls.Result result = interrupted(run);
    assertThat(result.exit()).isEqualTo(130);
    assertThat(result.err()).containsPattern("event\\(\\) of .* has not returned; it was at .*:2");
  }

  @Test
  void endlessEvent_failsARun_afterItsPatience() throws Exception {
    Calls.Result result =
        start(calls(), "run lua", LATE, "--seconds", "1", "--patience", "1").join();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.lastError())
        .containsPattern("event\\(\\) of .* has not returned; it was at .*:2")
        .doesNotContain("waiting for the server");
  }
}
