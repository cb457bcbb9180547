package io.stallmark.it.servers.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.plan.Registry;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.WireProtocol;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Records a run of sysbench, and compares the trace with what the run counted. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordingContract {

  private static final String[] TABLES = {"-p", "tables=1", "-p", "rows=200"};

  private Server server;
  private Program program;
  private Path trace;

  /** Starts the server. */
  abstract Server start();

  /**
   * Returns how many operations of the client are statements of its transactions.
   *
   * @param texts the client's operations, counted by their text without values
   */
  abstract long statements(Map<OperationText, Long> texts);

  /** Whether the driver's pool may give a client several connections. */
  abstract boolean isPooled();

  /** Whether the server replies to a command. */
  abstract boolean hasReply(String command);

  @BeforeAll
  void begin(@TempDir Path directory) {
    server = start();
    program = new Program(directory, Map.of("STALLMARK_PASSWORD", server.password()));
    trace = directory.resolve("trace");
  }

  @Test
  void recordedRun_hasEveryStatementOfTheRun_andNoPassword() throws Exception {
    RecordedTraffic.succeeds(program, with("load", "sysbench", "--url", server.url()));
    RecordedTraffic traffic =
        RecordedTraffic.of(
            program, server, trace, with("run", "sysbench", "--events", "100", "--threads", "1"));

    List<TraceRecord> records = records();
    WireProtocol protocol =
        Registry.load().bindingFor(server.url()).orElseThrow().wireProtocol().orElseThrow();
    Map<OperationText, Long> texts = new LinkedHashMap<>();
    List<Operation> operations = clientsOperations(records);
    int client = operations.get(0).session();
    OperationTexts describer = protocol.texts();
    for (TraceRecord record : records) {
      if (record instanceof Operation operation && (operation.session() == client || isPooled())) {
        texts.merge(describer.describe(operation), 1L, Long::sum);
      } else if (record instanceof Reply reply) {
        describer.replied(reply);
      }
    }
    assertThat(statements(texts))
        .as("%s", texts)
        .isEqualTo(program.runJson().get("summary").get("statements").asLong());
    assertThat(answered(records, client))
        .containsAll(
            operations.stream()
                .filter(operation -> hasReply(protocol.texts().describe(operation).command()))
                .map(Operation::sequence)
                .toList());
    assertThat(of(SessionEnd.class, records)).hasSameSizeAs(of(SessionStart.class, records));
    assertThat(of(TraceRecord.Gap.class, records)).isEmpty();
    assertThat(program.files() + traffic.output()).doesNotContain(server.password());
  }

  /** The operations of the session that has most of them: the run's only client. */
  private static List<Operation> clientsOperations(List<TraceRecord> records) {
    Map<Integer, List<Operation>> sessions =
        of(Operation.class, records).stream().collect(Collectors.groupingBy(Operation::session));
    return sessions.values().stream().max(Comparator.comparingInt(List::size)).orElseThrow();
  }

  /** Sequence numbers of the session's operations that have a reply. */
  private static Set<Long> answered(List<TraceRecord> records, int session) {
    return of(Reply.class, records).stream()
        .filter(reply -> reply.session() == session && reply.outcome() != Outcome.NONE)
        .map(Reply::sequence)
        .collect(Collectors.toSet());
  }

  private static String[] with(String... arguments) {
    return Stream.concat(Stream.of(arguments), Stream.of(TABLES)).toArray(String[]::new);
  }

  private List<TraceRecord> records() throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        records.add(next);
      }
    }
    return records;
  }

  private static <T extends TraceRecord> List<T> of(Class<T> kind, List<TraceRecord> records) {
    return records.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
