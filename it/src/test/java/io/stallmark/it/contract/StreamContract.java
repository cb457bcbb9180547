package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.linkbench.request.OperationStream;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Table;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.testkit.BindingContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LinkBench's operations of one seed are the same stream on every database. */
abstract class StreamContract extends BindingContract {

  private static final long SEED = 3;

  @Test
  void linkBench_sendsWhatItSendsToTablesInMemory() throws DbException {
    assumeTrue(
        expected().containsAll(List.of(Capability.TRANSACTIONS, Capability.UPSERT)),
        "operations of several statements");
    boolean numbered = expected().contains(Capability.AUTO_INCREMENT);
    SocialGraph graph = OperationStream.graph(numbered);
    for (Table each : graph.tables().all()) {
      database().drop(each);
      database().create(each.withStorage(storage()));
      database().createIndexes(each);
    }
    try {
      OperationStream.load(graph, session);
      for (Table each : graph.tables().all()) {
        database().afterLoad(each);
      }
      assertThat(OperationStream.send(graph, SEED, session))
          .isEqualTo(OperationStream.inMemory(graph, SEED));
    } finally {
      for (Table each : graph.tables().all()) {
        database().drop(each);
      }
    }
  }
}
