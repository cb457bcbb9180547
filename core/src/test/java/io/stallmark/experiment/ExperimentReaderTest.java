package io.stallmark.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spec.SpecException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every slip in an experiment's file is told with file, line, key and what was meant. */
final class ExperimentReaderTest {

  @TempDir Path directory;

  /** What follows a file's first five lines, {@code ~} for a new line, and the complaint. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                       | e.yaml, line 1: the key matrix is missing",
        "matrx: {}                                | e.yaml, line 6, key matrx: there is no such key; did you mean matrix?",
        "matrix:                                  | e.yaml, line 6, key matrix: must be pairs such as 'name: value', not nothing",
        "matrix: {}                               | e.yaml, line 6, key matrix: names no axis",
        "matrix: [a]                              | e.yaml, line 6, key matrix: must be pairs such as 'name: value', not a list",
        "matrix: {law: []}                        | e.yaml, line 6, key matrix.law: has no values",
        "matrix: {law: [uniform, uniform]}        | e.yaml, line 6, key matrix.law: uniform occurs"
            + " twice",
        "matrix:~  law: [parето]                  | key matrix.law: 'parето' is part of a directory's name",
        "matrix:~  law: [paretto]                 | e.yaml, line 7, key matrix.law: -p law:"
            + " 'paretto' is not one of uniform, pareto; did you mean pareto?",
        "matrix:~  lwa: [pareto]                  | e.yaml, line 7, key matrix.lwa: lwa is neither an option nor a setting",
        "matrix:~  threads: [0]                   | e.yaml, line 7, key matrix.threads: --threads must be within 1 and 10000, not 0",
        "matrix:~  database: [c]                  | e.yaml, line 7, key matrix.database: the file has no database 'c': there are a, b",
        "matrix:~  e:~    l: {strage: x}          | e.yaml, line 8, key matrix.e.l.strage: there is no such key; did you mean storage?",
        "matrix:~  e:~    l: {settings: {rws: 1}} | e.yaml, line 8, key matrix.e.l.settings.rws: there is no such key; did you mean rows?",
        "matrix:~  e:~    l: {settings: {rows: x}} | e.yaml, line 8, key matrix.e.l.settings.rows: -p rows: 'x' is not a whole number",
        "matrix:~  e:~    l: {}~    l: {}         | e.yaml, line 9, key matrix.e.l: occurs twice",
        "matrix:~  e:~    'l/m': {}               | e.yaml, line 8, key matrix.e.l/m: 'l/m' is part of a directory's name",
        "options: {thread: 1}~matrix: {law: [pareto]} | e.yaml, line 6, key options.thread: there is no such key; did you mean threads?",
        "options: {threads: }~matrix: {law: [pareto]} | e.yaml, line 6, key options.threads: has no value",
        "options: {threads: [1]}~matrix: {law: [pareto]} | e.yaml, line 6, key options.threads: must be one value, not a list",
        "repeat: 0~matrix: {law: [pareto]}        | e.yaml, line 6, key repeat: 0 is not within 1 and 1000",
        "repeat: often~matrix: {law: [pareto]}    | e.yaml, line 6, key repeat: 'often' is not a whole number",
        "order: random~matrix: {law: [pareto]}    | e.yaml, line 6, key order: 'random' is not one"
            + " of stated, interleaved, duet",
        "verify: true~matrix: {law: [pareto]}     | e.yaml, line 6, key verify: 'true' is not one"
            + " of no, yes",
        "x: rows~matrix: {law: [pareto]}          | e.yaml, line 6, key x: no axis of the matrix sets rows in all of its values",
        "scale: {law: 1}~matrix: {law: [pareto]}  | e.yaml, line 6, key scale.law: there is no such key; there are batch, cache, events, rows, seconds, side",
        "scale: {rows: 0}~matrix: {law: [pareto]} | e.yaml, line 6, key scale.rows: 0 is not 1 or more",
        "name: y~matrix: {law: [pareto]}          | e.yaml, line 6, key name: occurs twice",
        "? [a]~: b                                | e.yaml, line 6: a key must be a word",
        "<<: {repeat: 2}                          | e.yaml, line 6, key <<: there is no such key",
        "matrix: {law: [pareto}                   | e.yaml, line 6: ",
        "matrix:~\tlaw: [pareto]                  | e.yaml, line 7: found character '\\t(TAB)' that cannot start any token",
        "matrix: *nowhere                         | e.yaml, line 6: found undefined alias nowhere",
        "---~name: z                              | e.yaml, line 6: but found another document",
      })
  void aSlip_isToldWithItsPlace(String more, String complaint) {
    String yaml = Given.HEAD + more.replace("~", "\n") + "\n";
    assertThatThrownBy(() -> new Given(directory).experiment(yaml))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(complaint)
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                         | e.yaml is empty",
        "'# nothing'                                                | e.yaml is empty",
        "hello                                                      | e.yaml, line 1: must be pairs such as 'name: value', not one value",
        "name: x                                                    | e.yaml, line 1: the key workload is missing",
        "workload: filing                                           | line 1, key workload: No workload 'filing': did you mean filling?",
        "workload: filling~databases: {}                            | e.yaml, line 2, key databases: names no database",
        "workload: filling~databases: {a: {urll: x}}                | key databases.a.urll: there is no such key; did you mean url?",
        "workload: filling~databases: {a: {url: nonsense}}          | key databases.a.url: --url takes scheme://user@host:port/database",
        "workload: filling~databases: {a: {url: 'm://u:Canary@h/d'}} | key databases.a.url: a file must not contain a password",
      })
  void aFileThatIsNone_isToldTheSameWay(String yaml, String complaint) {
    assertThatThrownBy(() -> new Given(directory).experiment(yaml.replace("~", "\n")))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(complaint)
        .message()
        .doesNotContain("Canary");
  }

  @Test
  void everythingAFileCanSay_isRead() throws Exception {
    Experiment experiment =
        new Given(directory)
            .experiment(
                Given.HEAD
                    + """
                    description: |
                      two
                      lines
                    database: a
                    options: {threads: 2, events: 1k}
                    settings: {rows: 10k}
                    scale: {events: 10, rows: 100}
                    repeat: 3
                    order: interleaved
                    matrix:
                      engine:
                        plain: {}
                        packed: {database: b, storage: 'x=1,y=2', settings: {batch: 5}}
                      seconds: [1, 0.5]
                    """);
    assertThat(experiment.description()).isEqualTo("two lines");
    assertThat(experiment.common().database()).isEqualTo("a");
    assertThat(experiment.scaled()).containsEntry("events", 10L).containsEntry("rows", 100L);
    assertThat(experiment.execution().repeat()).isEqualTo(3);
    assertThat(experiment.execution().interleaved()).isTrue();
    assertThat(experiment.axes().get(0).values().get("packed"))
        .isEqualTo(
            new ExperimentPart(
                "b", java.util.Map.of("storage", "x=1,y=2"), java.util.Map.of("batch", "5")));
    assertThat(experiment.axes().get(1).values().keySet())
        .containsExactly("seconds-1", "seconds-0.5");
  }
}
