package io.stallmark.it;

import io.stallmark.plan.Registry;
import io.stallmark.spi.Database;
import io.stallmark.spi.Secret;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The contract against a server in a container. */
@Docker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract extends BindingContract {

  private Server server;
  private Database database;

  /** Starts the server. */
  abstract Server start();

  /** What {@code --driver} would say; null: the scheme's own. */
  String driver() {
    return null;
  }

  @BeforeAll
  void open() throws Exception {
    server = start();
    database = open(server, driver());
  }

  static Database open(Server server, String driver) throws Exception {
    Target target = new Target(server.url(), new Secret(server.password()), driver, Tls.UNSAID, 4);
    return Registry.load().bindingFor(server.url()).orElseThrow().open(target);
  }

  @AfterAll
  void close() {
    if (database != null) {
      database.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Override
  Database database() {
    return database;
  }

  @Override
  Map<String, String> storage() {
    return server.storage();
  }
}
