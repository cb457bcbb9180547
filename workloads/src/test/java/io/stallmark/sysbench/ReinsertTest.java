package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The delete and insert of a row that another transaction replaces at the same time. */
class ReinsertTest {

  /** A delete of 0 rows waited for a transaction that replaced the row. */
  @ParameterizedTest
  @CsvSource({"0,RETRY", "1,DUPLICATE_KEY"})
  void duplicateKey_afterADeleteOfNothing_isRetried(long deleted, Kind kind) throws Exception {
    Client client =
        SysbenchGiven.scenario("mix=write_only")
            .roles()
            .get(0)
            .clients()
            .client(new ReplacingServer(deleted), Slice.of(0, 1, 42));

    assertThatThrownBy(client::transaction)
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.code()).isEqualTo("23505");
              assertThat(e).hasMessageContaining("duplicate key");
            });
  }

  /** In PostgreSQL, a write does not find a row that the transaction before it replaced. */
  @Test
  void writesMayFindNothing_whereTransactionsReplaceRows() {
    Scenario replacing = SysbenchGiven.scenario("mix=write_only");
    assertThat(replacing.explainedUnexpected("index_update")).isOne();
    assertThat(replacing.explainedUnexpected("delete")).isOne();
    assertThat(replacing.explainedUnexpected("point_select")).isEqualTo(0.01);
    assertThat(SysbenchGiven.scenario("mix=update_index").explainedUnexpected("index_update"))
        .isZero();
  }

  /** A session in which each insert finds its key, and each delete so many rows. */
  private record ReplacingServer(long deleted) implements Session {

    @Override
    public Statement prepare(Op op) {
      return new Statement() {
        @Override
        public long execute(Args args, RowSink sink) throws DbException {
          if (op instanceof Op.Insert) {
            throw new DbException(Kind.DUPLICATE_KEY, "23505", "duplicate key", null);
          }
          return op instanceof Op.Delete ? deleted : 1;
        }
      };
    }

    @Override
    public void begin() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
  }
}
