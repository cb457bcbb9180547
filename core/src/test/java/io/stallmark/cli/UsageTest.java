package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way to call the program wrongly: one line, exit code 2, nothing on standard output. */
final class UsageTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                  | Give a command: run, experiment, load, verify, drop, explain, list",
        "rnu                                 | No command 'rnu': did you mean run?",
        "frobnicate                          | No command 'frobnicate': there are agent, compare, completion, drop, duet, experiment, explain, export, history, import, list",
        "run tiny --db-ps-mode=disable       | No option '--db-ps-mode': did you mean --protocol?",
        "compare x --b y                     | No option '--b' (",
        "run                                 | Argument WORKLOAD is missing; 'stallmark list' has all",
        "explain                             | Argument WORKLOAD is missing",
        "experiment                          | Argument FILE is missing",
        "run tinny                           | No workload 'tinny': did you mean tiny?",
        "run tiny --thrads 3                 | No option '--thrads': did you mean --threads?",
        "run tiny -c 8 -j 2 -T 60 --latency  | No option '-c': did you mean --threads? No option '-j': did you mean --threads? No option '-T': did you mean --seconds? No option '--latency'",
        "run tiny --threads three            | --threads: 'three' is not a whole number such as 8",
        "run tiny --seed 1e9                 | --seed: '1e9' is not a whole number such as 8",
        "run tiny --arrivals poisson         | --rate must be given with --arrivals",
        "run tiny --threads 0                | --threads must be within 1 and 10000, not 0",
        "run tiny --threads                  | --threads needs a value: N",
        "run tiny --seconds 5 --seconds 6    | --seconds is given twice",
        "run tiny --seconds soon             | --seconds: 'soon' is not a time such as 60",
        "run tiny --seconds -1               | --seconds must be within 0 and a year",
        "run tiny --seconds 0                | --seconds 0 needs --events",
        "run tiny --events 1.5               | --events: '1.5' is not a whole number of 64 bits",
        "run tiny --stop-after-errors -1     | --stop-after-errors must be 0 or more",
        "run tiny --events -3                | --events must be 0 or more",
        "run tiny --rate fast                | --rate: 'fast' is not a number",
        "run tiny --rate -1                  | --rate: a rate must be within 0 and 1M, not -1",
        "run tiny --rate 2M                  | --rate: a rate must be within 0 and 1M, not 2M",
        "run tiny --rate 5,6@1s              | --rate: '5' lacks its time, as in 5@10s",
        "run tiny --rate 5..6                | --rate: '5..6' lacks its time, as in 5..6@10s",
        "run tiny --rate 5@10                | --rate: '10' is not a time such as 10ms, 0.5s, 2m or 1h",
        "run tiny --rate 5@0s                | --rate: a time must be above 0 and at most a year, not 0s",
        "run tiny --rate 0@5s                | --rate: a schedule must have a rate above 0",
        "run tiny --rate 0..9@5s --warmup 1  | --warmup must be 0: the rates begin with 0",
        "run tiny --rate 5 --rate-file x     | --rate-file cannot be used with --rate",
        "run tiny --rate-file nowhere        | There is no file nowhere",
        "run tiny --phase a                  | --phase 'a': the key seconds is missing",
        "run tiny --phase ?                  | --phase '?': must begin with a name of letters",
        "run tiny --find-rate fast           | --find-rate: 'fast' is not a limit such as p99<10ms",
        "run tiny --find-rate p98<1ms        | --find-rate: no percentile 'p98': did you mean p95?",
        "run tiny --find-rate p99<5          | --find-rate: '5' is not a time such as 10ms",
        "run tiny --find-rate p99<5s --rate 5@1s,6 | --find-rate begins at one --rate",
        "run tiny --find-rate p99<5s --repeat 2    | --find-rate must be given without --repeat",
        "run tiny --find-rate p99<5s --events 2    | --find-rate must be given without --events",
        "run tiny --allow-untrusted          | --allow-untrusted must be given with --find-rate",
        "run tiny --repeat 0                 | --repeat must be within 1 and 1000",
        "run tiny --repeat 2 --fresh --keep  | --repeat must be 1 with --keep",
        "run tiny --think-time 10            | --think-time: '10' is not a time such as 10ms",
        "run tiny --think-time 2h            | --think-time: 2h is more than an hour",
        "run tiny --think-time 1s --rate 5   | --think-time cannot be used with a rate",
        "run tiny --arrivals sudden          | --arrivals: 'sudden' is not one of constant,"
            + " poisson, burst",
        "run tiny --interval 0.15            | --interval must be a multiple of 0.1 seconds",
        "run tiny --node-exporter db1:port   | --node-exporter: the address is HOST:PORT or a URL",
        "run tiny --node-exporter http://u:hidden@db1 | the address is HOST:PORT or a URL",
        "run tiny --metrics 9404             | --metrics: '9404' is not prometheus:PORT or prometheus:HOST:PORT",
        "run tiny --metrics prometheus:70000 | --metrics: 'prometheus:70000' is not prometheus:PORT",
        "run tiny --allow-errors 101         | --allow-errors must be within 0 and 100",
        "run tiny --seed x                   | --seed: 'x' is not a whole number such as 8",
        "run tiny --tls maybe                | --tls: 'maybe' is not one of off, required, verify",
        "run tiny --tls-ca nowhere.pem       | --tls-ca nowhere.pem cannot be read",
        "run tiny --storage engine           | --storage takes key=value, not 'engine'",
        "run tiny --storage egnine=x         | memory has no storage option egnine; it has none",
        "run tiny -p rwos=3                  | tiny has no setting 'rwos': did you mean rows?",
        "run tiny --fidelity as-coded        | tiny has no setting 'fidelity': there are",
        "load tiny --fidelity as-coded       | tiny has no setting 'fidelity': there are",
        "verify tiny --url memory://host/db --fidelity x | tiny has no setting 'fidelity': there are",
        "drop tiny --yes --url memory://host/db --fidelity x | tiny has no setting 'fidelity': there are",
        "explain tiny --fidelity as-coded    | tiny has no setting 'fidelity': there are",
        "explain tiny --fidelity a -p fidelity=b | --fidelity a and -p fidelity=b differ: give one of them",
        "run tiny --fidelity                 | --fidelity needs a value: VALUE",
        "run tiny -p rows=ten                | -p rows: 'ten' is not a whole number",
        "run tiny -p rows=1M                 | -p rows: 1M is not within 1 to 1000",
        "run tiny -p rows=1 -p rows=2        | -p gives rows twice",
        "run tiny -p share=2                 | -p share: 2 is not within 0 to 1",
        "run tiny -p mix=loook               | not one of both, look; did you mean look?",
        "run tiny -p mix=look -p share=0     | share=0 leaves mix=look nothing to do",
        "run tiny rows=3                     | settings are given as -p rows=3",
        "run tiny mysql://u:hidden@h/db      | A URL is given as --url URL",
        "mysql://u:hidden@h/db               | A URL is given as --url URL",
        "run tiny --url u:hidden@h/db        | --url takes scheme://user@host:port/database",
        "run tiny --url nonsense             | --url takes scheme://user@host:port/database",
        "run tiny --url memry://h/db         | No database is known by the URL scheme 'memry:': did you mean memory:?",
        "run tiny --url elsewhere://h/db     | run stallmark-elsewhere.jar, or ./stallmark, which has every binding",
        "run tiny --driver slow              | --driver slow: the memory binding does not have it: there is only fast",
        "run tiny --url memory://host/       | The URL names no database",
        "run tiny --password-file nowhere    | --password-file: the file cannot be read",
        "verify tiny --seconds 3             | No option '--seconds'",
        "report                              | Argument DIR is missing ('stallmark report --help' has all)",
        "report nowhere                      | nowhere is not a run's directory: it has no run.json",
        "report nowhere --out a --out b      | --out is given twice",
        "explain tiny --url memo             | No database is known by 'memo': did you mean memory?",
      })
  void wrongUsage_isOneLineAndExitCode2(String line, String complaint) {
    Stage stage = new Stage(directory);
    String full = line.contains("--url") ? line : line.replace(" tiny", " tiny --url " + Stage.URL);
    Stage.Outcome outcome = stage.run(full.isEmpty() ? new String[0] : full.split(" +"));
    assertThat(outcome.errorLines()).as(outcome.err()).hasSize(1);
    assertThat(outcome.err()).startsWith("stallmark: ").contains(complaint);
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void passwordGivenAsAnArgument_isNotRepeated() {
    Stage stage = new Stage(directory);
    for (String[] args :
        new String[][] {
          {"run", "tiny", "--password=Canary-1"}, {"run", "tiny", "--password", "Canary-1"}
        }) {
      Stage.Outcome outcome = stage.run(args);
      assertThat(outcome.exit()).isEqualTo(2);
      assertThat(outcome.err()).contains("prompts").doesNotContain("Canary-1");
    }
  }

  /** Whichever commands are whole and whichever only listed. */
  @Test
  void theListOfCommands_isAlwaysTheSame() {
    Stage stage = new Stage(directory);
    String none = stage.run("--help").out();
    String some = stage.run("--help", "run", "report").out();
    assertThat(none).isEqualTo(some).contains("Runs a workload against a database");
  }

  @Test
  void everyCommandHasAManualPage() {
    Stage stage = new Stage(directory);
    for (String command :
        new String[] {"run", "experiment", "load", "verify", "drop", "explain", "list", "report"}) {
      Stage.Outcome outcome = stage.run(command, "--help").well();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.out())
          .contains("Synopsis:", "stallmark " + command, "Exit codes:", "Environment:");
      assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void theRunPage_hasEveryOptionWithItsDefault() {
    String page = new Stage(directory).run("run", "--help").out().replaceAll("\\s+", " ");
    assertThat(page)
        .contains("--url", "--threads", "--seconds", "--events", "--rate", "--warmup", "--seed")
        .contains("--storage", "--driver", "--out", "--interval", "-p", "--arrivals")
        .contains("Default: an embedded one", "Default: 4", "Default: 30", "Default: results");
  }

  @Test
  void version_namesTheProgram() {
    Stage.Outcome outcome = new Stage(directory).run("--version").well();
    assertThat(outcome.out()).startsWith("stallmark ").doesNotContain("${");
  }

  /** A lone surrogate stands for a character that the locale lacks. */
  @Test
  void pathThatTheLocaleLacks_isNamedWithTheVariable() {
    Stage stage = new Stage(directory);
    for (String[] line :
        new String[][] {
          {"compare", "\ud800", "b"},
          {"run", "tiny", "--url", Stage.URL, "--out", "\ud800"},
          {"run", "tiny", "--url", Stage.URL, "--spec", "\ud800"},
        }) {
      Stage.Outcome outcome = stage.run(line);
      assertThat(outcome.exit()).as(outcome.err()).isEqualTo(2);
      assertThat(outcome.err()).contains("set LC_ALL=C.UTF-8").doesNotContain("defect");
    }
  }
}
