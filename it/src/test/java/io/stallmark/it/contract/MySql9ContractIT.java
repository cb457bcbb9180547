package io.stallmark.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MySQL 9, InnoDB. */
final class MySql9ContractIT extends SqlServerContract {
  @Override
  Server start() {
    return SharedServer.MYSQL.emptied();
  }

  /** As for sysbench: MySQL prepares COMMIT, but not BEGIN. */
  @ParameterizedTest
  @ValueSource(strings = {"mysql", "mariadb"})
  void beginIsText_andCommitIsPrepared(String driver) throws DbException {
    Op.Native executed =
        new Op.Native(
            "executed", List.of(), Map.of("mysql", "SHOW SESSION STATUS LIKE 'Com_stmt_execute'"));
    try (Database database = server.open(driver);
        Session own = database.session()) {
      Statement count = own.prepare(executed);
      List<Long> counts = new ArrayList<>();
      count.execute(Args.of(executed), row -> counts.add(row.getLong(1)));
      own.begin();
      count.execute(Args.of(executed), row -> counts.add(row.getLong(1)));
      own.commit();
      count.execute(Args.of(executed), row -> counts.add(row.getLong(1)));
      assertThat(counts.get(1) - counts.get(0)).as("the count itself").isEqualTo(1);
      assertThat(counts.get(2) - counts.get(1)).as("and COMMIT").isEqualTo(2);
    }
  }
}
