package io.stallmark.it;

/** MariaDB 10.5, TokuDB. */
final class TokuDbContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.tokudb();
  }
}
