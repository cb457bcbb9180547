package io.stallmark.it.servers.faults;

import io.stallmark.it.Server;

/** By global variables, which the server has until it is started again. */
abstract class SqlDurabilityContract extends DurabilityContract {
  @Override
  final Server with(Server running, String setting) throws Exception {
    running.execute("SET GLOBAL " + setting);
    return running;
  }
}
