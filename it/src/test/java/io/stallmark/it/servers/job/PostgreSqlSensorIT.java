package io.stallmark.it.servers.job;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.util.List;

/** PostgreSQL 15: every layout and form. */
@Thorough
final class PostgreSqlSensorIT extends SensorJobContract {
  @Override
  Server start() {
    return SharedServer.POSTGRESQL.emptied();
  }

  @Override
  List<String> runs() {
    return List.of(
        "fillfactor=80|layout=ts-first-covering values=pareto",
        "fillfactor=80|layout=auto-increment value-type=real",
        "fillfactor=80|layout=partitioned partitions=4",
        "fillfactor=80|insert-form=stream batch-shape=sensor",
        "fillfactor=80|layout=hash-prefixed values=zipfian",
        "fillfactor=80|insert-form=insert-ignore",
        "fillfactor=80|insert-form=stream value-type=real");
  }

  @Override
  List<String> refusals() {
    return List.of(
        "fillfactor=80|insert-form=replace|replace",
        "fillfactor=80|layout=native|time series",
        "compression=zlib||compression",
        "tablespace=nowhere||nowhere");
  }
}
