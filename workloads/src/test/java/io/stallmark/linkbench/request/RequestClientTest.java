package io.stallmark.linkbench.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Slice;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequestClientTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<OperationMix> mixes() {
    return Stream.of(OperationMix.OF_2011, OperationMix.REFRESHED);
  }

  private static RequestClient client(OperationMix mix, Session session) throws Exception {
    GraphRequests requests = RequestGiven.requests(RequestGiven.graph(true), mix, 10_000);
    return new RequestClient(requests, session, Slice.of(0, 1, 3));
  }

  private static void transactions(Client client, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      client.transaction();
    }
  }

  /** Pearson's test: with nine degrees of freedom, 1 stream in 10,000 is over 33.7. */
  @ParameterizedTest
  @MethodSource("mixes")
  void operationsOfALongRun_comeAsOftenAsTheMixSays(OperationMix mix) throws Exception {
    int total = 200_000;
    RequestClient client = client(mix, SlotSession.silent());
    long[] counts = new long[GraphOperation.values().length];
    for (int i = 0; i < total; i++) {
      client.transaction();
      counts[client.kind()]++;
    }
    double distance = 0;
    for (GraphOperation operation : GraphOperation.values()) {
      double expected = total * mix.percent(operation) / 100;
      double off = counts[operation.ordinal()] - expected;
      distance += off * off / expected;
    }
    assertThat(distance).isLessThan(33.7);
  }

  @Test
  void kind_isTheOperation_alsoWhenItFailed() throws Exception {
    for (GraphOperation operation : GraphOperation.values()) {
      GraphStore store = GraphStore.loaded(RequestGiven.graph(true));
      RequestClient client = client(RequestGiven.only(operation), new StoreSession(store));
      client.transaction();
      assertThat(client.kind()).isEqualTo(operation.ordinal());
      RequestClient failing = client(RequestGiven.only(operation), new StoreSession(store));
      store.fault =
          (statement, done) -> {
            throw new DbException(DbException.Kind.FATAL, "1", "No " + statement, null);
          };
      assertThatThrownBy(failing::transaction).isInstanceOf(DbException.class);
      assertThat(failing.kind()).isEqualTo(operation.ordinal());
      assertThat(GraphRequests.operations().get(client.kind())).isEqualTo(Setting.word(operation));
    }
  }

  /** Node ids of the client's own, too. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void operationsAllocateNothing(boolean numbered) throws Exception {
    SocialGraph graph = RequestGiven.graph(numbered);
    GraphRequests requests = RequestGiven.requests(graph, OperationMix.OF_2011, 10_000);
    Client client = new RequestClient(requests, SlotSession.silent(), Slice.of(0, 1, 1));
    transactions(client, 5_000);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client, 5_000);

    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000);
  }

  @Test
  void oneSeedHasOneStreamOfOperations_whoeverNumbersNodes() throws Exception {
    long hash = OperationStream.inMemory(RequestGiven.graph(true), 1);
    assertThat(OperationStream.inMemory(RequestGiven.graph(false), 1)).isEqualTo(hash);
    assertThat(OperationStream.inMemory(RequestGiven.graph(true), 2)).isNotEqualTo(hash);
    assertThat(OperationStream.inMemory(RequestGiven.graph(true, FidelityOptions.AS_CODED), 1))
        .isNotEqualTo(hash);
  }

  /** What a trace is made of. */
  private interface Sending {
    void to(Session session) throws DbException;
  }

  private static long hash(Sending sending) throws DbException {
    RequestTrace trace = new RequestTrace();
    sending.to(trace.of(SlotSession.silent()));
    return trace.hash();
  }

  private static void read(Session session, long id) throws DbException {
    Op op = RequestGiven.graph(true).nodes().read();
    session.prepare(op).execute(Args.of(op).set(0, id), row -> {});
  }

  @Test
  void traceIsOfOrderAndValues() throws Exception {
    Sending first =
        session -> {
          session.begin();
          read(session, 5);
          read(session, 6);
          session.commit();
        };
    Sending otherOrder =
        session -> {
          session.begin();
          read(session, 6);
          read(session, 5);
          session.commit();
        };
    Sending otherValue =
        session -> {
          session.begin();
          read(session, 5);
          read(session, 7);
          session.commit();
        };
    Sending otherEnd =
        session -> {
          session.begin();
          read(session, 5);
          read(session, 6);
          session.rollback();
        };
    assertThat(hash(first)).isEqualTo(hash(first));
    assertThat(Set.of(hash(first), hash(otherOrder), hash(otherValue), hash(otherEnd))).hasSize(4);
  }

  /** So that a change of what a seed sends is seen, and is one on purpose. */
  @Test
  void streamOfASeed_isTheSameInEveryVersion() throws Exception {
    assertThat(OperationStream.inMemory(RequestGiven.graph(true), 1))
        .isEqualTo(-4816651676812401338L);
  }

  @Test
  void multigetsAskForDifferentLinks_fewMostly() throws Exception {
    long[] sizes = new long[2];
    GraphRequests requests =
        RequestGiven.requests(
            RequestGiven.graph(true), RequestGiven.only(GraphOperation.MULTIGET_LINK), 10);
    Session session =
        new ArgsSession(
            args -> {
              int size = args.getLength(0, 2);
              long distinct = Arrays.stream(args.list(2), 0, size).distinct().count();
              assertThat(distinct).isEqualTo(size);
              sizes[0] += size;
              sizes[1]++;
            });
    transactions(new RequestClient(requests, session, Slice.of(0, 1, 1)), 20_000);
    // Geometric with p = 0.382: mean 1 / p = 2.62, deviation sqrt(1 - p) / p = 2.06.
    double error = 2.06 / Math.sqrt(20_000);
    assertThat((double) sizes[0] / sizes[1]).isBetween(2.618 - 5 * error, 2.618 + 5 * error);
  }

  /** Hands the slots of every statement over. */
  private record ArgsSession(Consumer<Args> listener) implements Session {
    @Override
    public Statement prepare(Op op) {
      return (args, sink) -> {
        listener.accept(args);
        return 0;
      };
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }
}
