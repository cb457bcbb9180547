package io.stallmark.it;

/** MySQL 9, through Connector/J. */
final class MySql9FaultsIT extends SqlFaults {
  @Override
  Server start(Integer connections) {
    return connections == null
        ? Server.mysql9()
        : Server.mysql9("--max-connections=" + connections);
  }
}
