package io.stallmark.ycsb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.SilentSession;
import io.stallmark.verification.GivenSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YcsbWorkloadTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int TRANSACTIONS = 20_000;

  /** A session in which every record exists. */
  private final SilentSession session = new SilentSession((args, sink) -> 1);

  private long now = 1_777_777_777_777L;
  private final YcsbWorkload workload = new YcsbWorkload(() -> now);

  private Settings settings(String... changes) {
    return GivenSettings.of(workload, changes);
  }

  private Client client(String... changes) throws Exception {
    Scenario scenario = workload.scenario(settings(changes), 1, Set.of());
    scenario.begin(session);
    return scenario.roles().get(0).clients().client(session, Slice.of(0, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
  void transactionAllocatesNothing(String mix) throws Exception {
    Client client = client("workload=" + mix, "fidelity=ycsb", "operations=1000");
    transactions(client);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  private static void transactions(Client client) throws Exception {
    for (int i = 0; i < TRANSACTIONS; i++) {
      client.transaction();
    }
  }

  /** Shares of the kinds in the order of the role's kinds. */
  @ParameterizedTest
  @CsvSource({
    "a, 'read=0.5, update=0.5'",
    "b, 'read=0.95, update=0.05'",
    "c, 'read=1'",
    "d, 'read=0.95, insert=0.05'",
    "e, 'insert=0.05, scan=0.95'",
    "f, 'read=0.5, read_modify_write=0.5'"
  })
  void kinds_haveTheSharesOfYcsb(String mix, String shares) throws Exception {
    String[] changes = {"workload=" + mix, "fidelity=ycsb"};
    var kinds = workload.scenario(settings(changes), 1, Set.of()).roles().get(0).transactionKinds();
    Client client = client(changes);
    int[] counts = new int[kinds.size()];
    for (int i = 0; i < TRANSACTIONS; i++) {
      client.transaction();
      counts[client.kind()]++;
    }
    String[] due = shares.split(", ");
    assertThat(kinds).hasSameSizeAs(due);
    for (int i = 0; i < due.length; i++) {
      String[] pair = due[i].split("=");
      assertThat(kinds.get(i)).isEqualTo(pair[0]);
      assertThat((double) counts[i] / TRANSACTIONS)
          .isBetween(Double.parseDouble(pair[1]) - 0.015, Double.parseDouble(pair[1]) + 0.015);
    }
  }

  /** Otherwise a server that finds the bytes there does not write. */
  @Test
  void updatesOfARepeatedRun_haveOtherBytes() throws Exception {
    List<String> first = updates();
    now++;
    List<String> second = updates();
    assertThat(first).hasSize(100);
    assertThat(second).hasSize(100).doesNotContainAnyElementsOf(first);
  }

  private List<String> updates() throws Exception {
    List<String> written = new ArrayList<>();
    SilentSession recording =
        new SilentSession(
            (args, sink) -> {
              if (args.getLength(0, 0) == 100) {
                written.add(new String(args.getText(0, 0), 0, 100, US_ASCII));
              }
              return 1;
            });
    String[] given = {"workload=custom", "update-proportion=1", "read-proportion=0"};
    Scenario scenario = workload.scenario(settings(given), 1, Set.of());
    scenario.begin(recording);
    Client client = scenario.roles().get(0).clients().client(recording, Slice.of(0, 1, 1));
    for (int i = 0; i < 100; i++) {
      client.transaction();
    }
    return written;
  }

  @Test
  void resolvedSettings_haveTheWorkloadsSharesAndLaw() {
    Settings resolved = workload.resolved(settings("workload=d"), Set.of());
    assertThat(resolved.choice("request")).isEqualTo("latest");
    assertThat(resolved.real("read-proportion")).isEqualTo(0.95);
    assertThat(resolved.real("insert-proportion")).isEqualTo(0.05);
    assertThat(resolved.real("update-proportion")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "integrity=on;field-law=uniform, integrity=on needs fields of field-law=constant",
    "workload=b;insert-proportion=0.1, insert-proportion needs workload=custom",
    "operations=1000, operations needs fidelity=ycsb",
    "workload=custom;read-proportion=0;update-proportion=0, needs an operation with a proportion"
  })
  void contradictions_areRefused(String given, String words) {
    assertThatThrownBy(() -> workload.scenario(settings(given.split(";")), 1, Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void runOnTablesWithoutRecords_isRefused() {
    Scenario scenario = workload.scenario(settings(), 1, Set.of());
    assertThatThrownBy(() -> scenario.begin(new SilentSession()))
        .hasMessageContaining("lacks record 0 with the key user6284781860667377211");
  }
}
