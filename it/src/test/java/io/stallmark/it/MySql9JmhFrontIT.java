package io.stallmark.it;

/** MySQL 9. */
final class MySql9JmhFrontIT extends JmhFrontContract {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
