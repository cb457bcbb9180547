package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MySQL 9 with its binary log, by innodb_flush_log_at_trx_commit. */
@Thorough // it kills servers for 16 s
final class MySql9DurabilityIT extends SqlDurabilityContract {
  @Override
  Server start() {
    return Server.mysql9();
  }

  @Override
  List<String> durable() {
    return List.of("innodb_flush_log_at_trx_commit = 1", "innodb_flush_log_at_trx_commit = 2");
  }

  @Override
  List<String> notDurable() {
    return List.of("innodb_flush_log_at_trx_commit = 0");
  }
}
