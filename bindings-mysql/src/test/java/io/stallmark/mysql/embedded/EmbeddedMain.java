package io.stallmark.mysql.embedded;

import io.stallmark.mysql.Fixtures;
import io.stallmark.mysql.MySqlDialect;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A program that starts an embedded server, says where, and waits to be killed. */
final class EmbeddedMain {

  private EmbeddedMain() {}

  @SuppressWarnings("SystemOut") // the test reads it
  public static void main(String[] args) throws DbException, InterruptedException {
    Database database =
        new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=16M", null));
    System.out.println(database.facts(List.of()).values().get("data"));
    new CountDownLatch(1).await();
  }
}
