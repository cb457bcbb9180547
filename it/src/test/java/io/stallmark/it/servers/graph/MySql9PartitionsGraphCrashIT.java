package io.stallmark.it.servers.graph;

import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.util.List;

/** MySQL 9 under its own setting, where linktable is divided as LinkBench's README has it. */
@Thorough
final class MySql9PartitionsGraphCrashIT extends GraphCrashContract {
  @Override
  Server start() {
    return Server.mysql9();
  }

  @Override
  String laidOut() {
    return "partitions=16";
  }

  @Override
  List<String> durable() {
    return List.of("innodb_flush_log_at_trx_commit = 1");
  }

  @Override
  List<String> notDurable() {
    return List.of();
  }
}
