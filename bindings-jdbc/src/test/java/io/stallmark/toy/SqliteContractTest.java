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

/** The contract on the binding that uses most of what a dialect may override. */
final class SqliteContractTest extends BindingContract {

  @TempDir private static Path directory;
  private Database database;

  @BeforeAll
  void open() throws Exception {
    String url = "sqlite:" + directory.resolve("contract") + "?journal_mode=WAL&busy_timeout=1000";
    database = new SqliteDialect().open(new Target(url, null, null, Tls.UNSAID, 4));
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
  protected int mostDigits() {
    return 14;
  }

  @Override
  protected Set<Capability> expected() {
    return Set.of(
        Capability.TRANSACTIONS,
        Capability.AUTO_INCREMENT,
        Capability.SUM,
        Capability.UPSERT,
        Capability.DELETE_FIRST);
  }
}
