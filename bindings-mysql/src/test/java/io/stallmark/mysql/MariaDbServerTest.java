package io.stallmark.mysql;

final class MariaDbServerTest extends ServerContract {
  MariaDbServerTest() {
    super("mariadb");
  }
}
