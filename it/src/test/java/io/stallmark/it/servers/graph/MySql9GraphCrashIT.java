package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MySQL 9 with its binary log, by innodb_flush_log_at_trx_commit. */
@Thorough
final class MySql9GraphCrashIT extends GraphCrashContract {
  @Override
  Server start() {
    return Server.mysql9();
  }

  /** With 2 the log is in the operating system's hands at each commit, which outlives a process. */
  @Override
  List<String> durable() {
    return List.of("innodb_flush_log_at_trx_commit = 1", "innodb_flush_log_at_trx_commit = 2");
  }

  @Override
  List<String> notDurable() {
    return List.of("innodb_flush_log_at_trx_commit = 0");
  }
}
