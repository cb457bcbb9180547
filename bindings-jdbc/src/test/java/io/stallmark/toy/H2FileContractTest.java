package io.stallmark.toy;

import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.testkit.BindingContract;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the binding of docs/adding-a-binding.md. */
final class H2FileContractTest extends BindingContract {

  @TempDir private static Path directory;
  private Database database;

  @BeforeAll
  void open() throws Exception {
    String url = "h2file:" + directory.resolve("contract");
    database = new H2FileDialect().open(new Target(url, null, null, Tls.UNSAID, 4));
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
    return Set.of(Capability.TRANSACTIONS, Capability.SUM, Capability.DELETE_FIRST);
  }
}
