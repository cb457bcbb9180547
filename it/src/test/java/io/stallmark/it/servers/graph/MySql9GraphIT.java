package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MySQL 9: InnoDB, divided too, each form of insert, the index first and last. */
final class MySql9GraphIT extends SqlGraphJobContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "index=after insert-form=insert list-limit=100",
        "partitions=4 fidelity=as-coded mix=refresh",
        "index=before",
        "random-id2=9223372036854775807 link-types=3");
  }

  @Override
  List<String> loads() {
    return List.of(
        "partitions=4 index=before fidelity=as-coded",
        "index=after insert-form=insert",
        "random-id2=200000");
  }

  @Override
  boolean waits(String load) {
    return load.equals(loads().get(0));
  }

  @Thorough
  @Test
  void aMillionRows_takeNoMoreMemoryThanAThousand() {
    constantMemory("ids=200000 max-degree=0 fidelity=as-coded");
  }

  @Thorough
  @Test
  void loadsThatWereHeldUp_doNoHarmToTheOneThatTookOver() throws Exception {
    heldUpLoads("ids=60000 max-degree=100000");
  }
}
