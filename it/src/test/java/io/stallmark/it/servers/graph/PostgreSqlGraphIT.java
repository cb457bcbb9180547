package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL 15. */
@Thorough
final class PostgreSqlGraphIT extends GraphJobContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> runs() {
    return List.of("index=after insert-form=insert list-limit=100", "index=before mix=refresh");
  }

  @Override
  List<String> loads() {
    return List.of("index=after insert-form=insert", "random-id2=200000");
  }
}
