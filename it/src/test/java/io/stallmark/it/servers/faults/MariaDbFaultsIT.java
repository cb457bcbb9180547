package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.provider.Arguments;

/** MariaDB 10.11, through MariaDB's driver. */
@Thorough
final class MariaDbFaultsIT extends SqlFaultContract {
  @Override
  Server start(Integer connections) {
    return (connections == null
            ? Server.mariadb(Map.of())
            : Server.mariadb(Map.of(), "--max-connections=" + connections))
        .by("mariadb");
  }

  @Override
  List<Arguments> refusals() {
    List<Arguments> refusals = new ArrayList<>(super.refusals());
    refusals.add(noTransactions(server.url("free"), "Aria"));
    return refusals;
  }
}
