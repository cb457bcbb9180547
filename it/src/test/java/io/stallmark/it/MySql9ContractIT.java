package io.stallmark.it;

/** MySQL 9, InnoDB. */
final class MySql9ContractIT extends ServerContract {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
