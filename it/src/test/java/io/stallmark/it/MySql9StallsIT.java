package io.stallmark.it;

/** MySQL 9. */
final class MySql9StallsIT extends Stalls {
  @Override
  Server start() {
    return Server.mysql9();
  }
}
