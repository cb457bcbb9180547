package io.stallmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.plan.Registry;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunSpec;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** Which operations there are, and that each is one of its workload's alone. */
final class OperationsTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern COMMAND =
      Pattern.compile(
          "java [^`\\n]*benchmarks\\.jar[^`\\n ]*(?: io\\.stallmark\\.jmh\\.JmhMain)?( -p url[^`#\\n]*)");

  /** Those of sysbench that are a statement of that name and no transaction. */
  private static final List<String> STATEMENTS =
      List.of(
          "point_select",
          "simple_range",
          "sum_range",
          "order_range",
          "distinct_range",
          "index_update",
          "non_index_update");

  private static final Capability[] SQL = {
    Capability.TRANSACTIONS, Capability.UPSERT, Capability.AUTO_INCREMENT
  };

  static List<String[]> operations() {
    List<String[]> all = new ArrayList<>();
    for (Workload workload : Registry.load().workloads()) {
      workload.operations().keySet().forEach(name -> all.add(new String[] {workload.name(), name}));
    }
    return all;
  }

  static Stream<String> commands() throws Exception {
    List<String> commands = new ArrayList<>();
    for (String page : List.of("README.md", "docs/jmh.md")) {
      Matcher matcher = COMMAND.matcher(Files.readString(ROOT.resolve(page)));
      while (matcher.find()) {
        commands.add(matcher.group(1).strip());
      }
    }
    assertThat(commands).hasSizeGreaterThan(1);
    return commands.stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void operation_leavesNothingElse(String name, String operation) throws Exception {
    RunSpec spec = OperationJob.spec("embedded:mysql", name, operation, "", "", 1);
    RunJob job = RunJob.of(spec, Registry.load(), Credentials.NONE);
    Scenario scenario = job.workload().scenario(job.settings(), 1, EnumSet.of(Capability.SUM, SQL));
    assertThat(scenario.roles().get(0).ops()).isNotEmpty();
    List<String> ops = scenario.roles().get(0).ops().stream().map(op -> op.name()).toList();
    if (name.equals("timeseries") && !operation.equals("insert")) {
      assertThat(ops).containsExactly(operation);
    } else if (operation.equals("count_link")) {
      assertThat(ops).containsExactly("read_count");
    } else if (operation.equals("delete_insert")) {
      assertThat(ops).containsExactly("delete", "insert");
      assertThat(scenario.roles().get(0).transactional()).isTrue();
    } else if (STATEMENTS.contains(operation)) {
      assertThat(ops).containsExactly(operation);
      assertThat(scenario.roles().get(0).transactional()).isFalse();
    }
  }

  @Test
  void sysbench_hasItsScriptsAndEachStatementAlone_whatChangesTheRowsLast() throws Exception {
    assertThat(OperationJob.workload("sysbench").operations().keySet())
        .containsAll(STATEMENTS)
        .contains("read_write", "read_only", "write_only", "select_random_points", "delete_insert")
        .endsWith("insert", "delete");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void documentedCommand_isUnderstood(String command) throws Exception {
    CommandLineOptions given = new CommandLineOptions(command.split(" +"));
    String workload = first(given, "workload", "sysbench");
    RunSpec spec =
        OperationJob.spec(
            first(given, "url", ""),
            workload,
            first(
                given,
                "operation",
                OperationJob.workload(workload).operations().keySet().iterator().next()),
            first(given, "options", ""),
            first(given, "storage", ""),
            1);
    assertThat(spec.workload()).isEqualTo(workload);
  }

  private static String first(CommandLineOptions given, String name, String otherwise) {
    return given.getParameter(name).orElse(List.of(otherwise)).iterator().next();
  }

  @Test
  void withoutABenchmarksName_theOperationsRun() throws Exception {
    assertThat(JmhMain.completed("-p", "url=embedded:mysql", "-p", "workload=timeseries"))
        .containsSequence("-p", "operation=latest,range,tick,downsample,insert")
        .containsSequence("-foe", "true")
        .endsWith("io\\.stallmark\\.jmh\\.Operation\\.");
    assertThat(JmhMain.completed("HarnessCost", "-f", "1"))
        .containsExactly("HarnessCost", "-f", "1");
    assertThat(JmhMain.completed("-lprof")).containsExactly("-lprof");
  }

  @Test
  void operationsThatAreNamed_areCheckedAlike() throws Exception {
    String[] all = {"Operation", "-p", "url=mysql://me@127.0.0.1:1/db", "-p", "operation=insert"};
    assertThat(JmhMain.completed(all)).contains("Operation").containsSequence("-foe", "true");
    assertThat(JmhMain.runsOperations(all)).isTrue();
    assertThat(JmhMain.runsOperations("HarnessCost")).isFalse();
    assertThatThrownBy(() -> JmhMain.reach(all)).isInstanceOf(DbException.class);
    assertThatThrownBy(() -> JmhMain.completed("Operation", "-p", "operatoin=insert"))
        .isInstanceOf(SpecException.class);
  }

  @Test
  void unknownParameter_isRefusedWithTheNearestName() {
    for (String[] args : new String[][] {{"-p", "operatoin=insert"}, {"-poperatoin=insert"}}) {
      assertThatThrownBy(() -> JmhMain.completed(args))
          .isInstanceOf(SpecException.class)
          .hasMessage("-p: no 'operatoin': did you mean operation?");
    }
  }

  @Test
  void embeddedServerThatCannotStart_isFoundBeforeAnythingStarts() throws Exception {
    String url = "embedded:mysql?dir=/proc/none";
    String[] all = JmhMain.completed("-p", "url=" + url, "-p", "operation=point_select");
    assertThatThrownBy(() -> JmhMain.reach(all)).isInstanceOf(DbException.class);
  }

  @Test
  void password_isNotPrinted() {
    assertThatThrownBy(
            () -> OperationJob.spec("mysql://me:hidden@h/db", "sysbench", "insert", "", "", 1))
        .isInstanceOf(SpecException.class)
        .hasMessageNotContaining("hidden");
  }
}
