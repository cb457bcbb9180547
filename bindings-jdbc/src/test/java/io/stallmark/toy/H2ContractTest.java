package io.stallmark.toy;

import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.testkit.BindingContract;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on the binding in which upserts are MERGE statements. */
final class H2ContractTest extends BindingContract {

  private Database database;

  @BeforeAll
  void open() throws Exception {
    database = new H2Dialect().open(new Target("h2:mem:contract", null, null, Tls.UNSAID, 4));
  }

  @AfterAll
  void close() {
    database.close();
  }

  @Override
  protected Database database() {
    return database;
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(Capability.TRANSACTIONS, Capability.SUM, Capability.UPSERT);
  }
}
