package io.stallmark.it.servers.record;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.spi.wire.OperationText;
import java.util.Map;
import java.util.Set;

/** MariaDB 10.11. */
final class MariaDbRecordingIT extends RecordingContract {

  @Override
  Server start() {
    return SharedServer.MARIADB.emptied();
  }

  /** Every statement of sysbench is prepared, and nothing else of its client is. */
  @Override
  long statements(Map<OperationText, Long> texts) {
    return texts.entrySet().stream()
        .filter(text -> text.getKey().command().equals("execute"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Override
  boolean isPooled() {
    return false;
  }

  @Override
  boolean hasReply(String command) {
    return !Set.of("close", "quit").contains(command);
  }
}
