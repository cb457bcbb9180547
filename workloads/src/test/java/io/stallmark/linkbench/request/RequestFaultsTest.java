package io.stallmark.linkbench.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.request.GraphStore.Count;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.workload.Slice;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever fails, whenever: counts are right, and what is repeated is the same again. */
class RequestFaultsTest {

  private static final int TRANSACTIONS = 5_000;

  /** Mostly writes. */
  private static final OperationMix WRITES =
      OperationMix.of(
          new EnumMap<>(
              Map.of(
                  GraphOperation.ADD_LINK, 20.0,
                  GraphOperation.UPDATE_LINK, 15.0,
                  GraphOperation.DELETE_LINK, 30.0,
                  GraphOperation.GET_LINKS_LIST, 20.0,
                  GraphOperation.ADD_NODE, 5.0,
                  GraphOperation.UPDATE_NODE, 5.0,
                  GraphOperation.DELETE_NODE, 5.0)));

  private static GraphStore run(SocialGraph graph, GraphStore.Fault fault) throws DbException {
    GraphStore store = GraphStore.loaded(graph);
    GraphRequests requests = RequestGiven.requests(graph, WRITES, 10);
    requests.begin(store.nodes.lastKey() + 1);
    RequestGiven.Driven client = new RequestGiven.Driven(requests, store, Slice.of(0, 1, 7));
    store.fault = fault;
    client.transactions(TRANSACTIONS);
    store.rollback();
    return store;
  }

  /** One statement in twelve fails, and so most transactions that have any. */
  private static GraphStore.Fault faults(Random random, Kind... kinds) {
    return (statement, done) -> {
      if (random.nextInt(24) == 0) {
        Kind kind = kinds[random.nextInt(kinds.length)];
        // A server that wants the transaction repeated has undone it all; only an answer gets lost.
        if (!done || kind == Kind.CONNECTION) {
          throw GraphStore.failure(kind);
        }
      }
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void countsAreTheVisibleLinks_whateverFails(long seed) throws Exception {
    Random random = new Random(seed);
    GraphStore store =
        run(RequestGiven.graph(true), faults(random, Kind.RETRY, Kind.CONNECTION, Kind.FATAL));
    long hidden = 0;
    for (var list : store.links.entrySet()) {
      long visible = list.getValue().values().stream().filter(l -> l.visibility() == 1).count();
      hidden += list.getValue().size() - visible;
      assertThat(store.counts.getOrDefault(list.getKey(), new Count(0, 0, 0)).count())
          .as(list.getKey().toString())
          .isEqualTo(visible);
    }
    assertThat(store.links.keySet()).containsAll(store.counts.keySet());
    assertThat(hidden).isGreaterThan(100);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void transactionsRepeated_leaveWhatTheyWouldHaveLeftAtFirst(boolean numbered) throws Exception {
    SocialGraph graph = RequestGiven.graph(numbered);
    GraphStore calm = run(graph, GraphStore.Fault.NONE);
    GraphStore stormy = run(graph, faults(new Random(5), Kind.RETRY));
    assertThat(stormy.links).isEqualTo(calm.links);
    assertThat(stormy.counts).isEqualTo(calm.counts);
    assertThat(stormy.nodes).isEqualTo(calm.nodes);
  }

  @Test
  void ownNodeIds_neverCollide_thoughConnectionsAreLost() throws Exception {
    SocialGraph graph = RequestGiven.graph(false);
    GraphStore store = GraphStore.loaded(graph);
    long last = RequestGiven.FIRST + RequestGiven.NODES - 1;
    store.nodes.put(last + 100, store.nodes.get(last)); // of an earlier run
    GraphRequests requests =
        RequestGiven.requests(graph, RequestGiven.only(GraphOperation.ADD_NODE), 10);
    requests.begin(store.nodes.lastKey() + 1);
    int clients = 3;
    RequestGiven.Driven[] driven = new RequestGiven.Driven[clients];
    for (int i = 0; i < clients; i++) {
      driven[i] = new RequestGiven.Driven(requests, store, Slice.of(i, clients, 7));
    }
    Map<Kind, Integer> seen = new EnumMap<>(Kind.class);
    GraphStore.Fault random = faults(new Random(3), Kind.CONNECTION, Kind.RETRY, Kind.FATAL);
    store.fault =
        (statement, done) -> {
          try {
            random.strike(statement, done);
          } catch (DbException e) {
            seen.merge(e.kind(), 1, Integer::sum);
            throw e;
          }
        };
    int before = store.nodes.size();
    for (int i = 0; i < 100; i++) {
      driven[i % clients].transactions(1 + i % 4);
    }
    // Each of the 250 nodes came in, but for those that failed for good before they were inserted:
    // a collision would be one more.
    assertThat(seen).containsKeys(Kind.CONNECTION, Kind.RETRY, Kind.FATAL);
    assertThat(store.nodes.size() - before)
        .isBetween(250 - seen.get(Kind.CONNECTION) - seen.get(Kind.FATAL), 250);
    assertThat(new TreeSet<>(store.nodes.keySet()).tailSet(last + 1).first()).isEqualTo(last + 100);
    for (int i = 0; i < clients; i++) {
      assertThat(store.nodes).containsKey(last + 101 + i);
    }
  }
}
