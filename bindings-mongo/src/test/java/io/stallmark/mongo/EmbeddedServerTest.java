package io.stallmark.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.mongo.command.Ops;
import io.stallmark.spi.Args;
import io.stallmark.spi.Binding;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The whole way over the wire, to the server in this JVM. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmbeddedServerTest {

  private Database database;
  private Session session;

  private static Target target(String url) {
    return new Target(url, null, null, Tls.UNSAID, 2);
  }

  private static Binding binding() {
    return ServiceLoader.load(Binding.class).findFirst().orElseThrow();
  }

  @BeforeAll
  void open() throws DbException {
    database = binding().open(target("embedded:mongo"));
  }

  @AfterAll
  void close() {
    database.close();
  }

  @BeforeEach
  void create() throws DbException {
    database.drop(Ops.TABLE);
    database.create(Ops.TABLE);
    database.createIndexes(Ops.TABLE);
    session = database.session();
  }

  @AfterEach
  void closeSession() {
    session.close();
  }

  /** Rows 1 to count, k = 10 · id, c as long as the id. */
  private void load(int count) throws DbException {
    Op.Insert op = Ops.insert(count);
    Args args = Args.of(op);
    for (int id = 1; id <= count; id++) {
      args.row(id - 1).set(0, id).set(1, 10L * id);
      Ops.text(Ops.text(args, 2, "c".repeat(id % 100)), 3, "pad");
    }
    assertThat(session.prepare(op).execute(args, null)).isEqualTo(count);
  }

  private List<Long> numbers(Op op, long... values) throws DbException {
    Args args = Args.of(op);
    for (int i = 0; i < values.length; i++) {
      args.set(i, values[i]);
    }
    List<Long> numbers = new ArrayList<>();
    session.prepare(op).execute(args, row -> numbers.add(row.getLong(0)));
    return numbers;
  }

  @Test
  void whatTheServerCannotDo_isNotClaimed() throws DbException {
    assertThat(database.capabilities(TableLayout.PLAIN, Map.of()))
        .containsExactlyInAnyOrder(
            Capability.SUM, Capability.OBJECT_IDS, Capability.BSON, Capability.OLD_VALUES);
    assertThatThrownBy(() -> session.begin()).hasMessageContaining("cannot roll back transactions");
  }

  @Test
  void factsSayThatItIsNoRealEngine() throws DbException {
    Facts facts = database.facts(List.of());
    assertThat(facts.warnings()).first().asString().contains("not a real engine");
    assertThat(facts.values())
        .containsEntry("server", "mongo-java-server")
        .containsEntry("topology", "standalone")
        .containsEntry("database", "sbtest (the URL names none)")
        .containsEntry("transactions", "none with rollback (tested)");
    assertThat(facts.values().get("version")).matches("\\d+\\.\\d+.*");
    assertThat(facts.values().get("driver")).matches("mongodb-driver-sync \\d+\\..*");
  }

  @Test
  void aLoadIsThere() throws DbException {
    load(250);
    assertThat(numbers(Ops.all(new Select.Count()))).containsExactly(250L);
    assertThat(numbers(Ops.range(new Select.Sum("k")), 1, 100)).containsExactly(50_500L);
    assertThat(numbers(Ops.all(Select.columns("id")).orderBy("id")))
        .hasSize(250)
        .startsWith(1L)
        .endsWith(250L);
  }

  @Test
  void aCountOfNothing_isZero() throws DbException {
    assertThat(numbers(Ops.range(new Select.Count()), 1, 5)).containsExactly(0L);
    Op count = Ops.range(new Select.Count());
    assertThat(session.prepare(count).execute(Args.of(count), null)).isEqualTo(1);
  }

  @Test
  void oneRowIsReadAndChanged() throws DbException {
    load(3);
    byte[] text = new byte[120];
    List<String> seen = new ArrayList<>();
    var point = session.prepare(Ops.point());
    Args id = Args.of(Ops.point()).set(0, 2);
    Args change = Ops.text(Args.of(Ops.set()).set(1, 2), 0, "changed");
    for (String expected : List.of("cc", "changed")) {
      seen.clear();
      point.execute(
          id,
          row -> seen.add(new String(text, 0, row.getText(0, text), StandardCharsets.US_ASCII)));
      assertThat(seen).containsExactly(expected);
      assertThat(session.prepare(Ops.set()).execute(change, null)).isBetween(0L, 1L);
    }
    assertThat(session.prepare(Ops.add()).execute(Args.of(Ops.add()).set(0, 2), null)).isEqualTo(1);
    assertThat(numbers(Ops.range(new Select.Sum("k")), 2, 2)).containsExactly(21L);
    assertThat(session.prepare(Ops.delete()).execute(Args.of(Ops.delete()).set(0, 2), null))
        .isEqualTo(1);
    assertThat(point.execute(id, null)).isZero();
  }

  @Test
  void duplicates_areToldApart_withTheirCause() throws DbException {
    load(1);
    assertThatThrownBy(() -> load(1))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.DUPLICATE_KEY);
              assertThat(e.code()).isEqualTo("E11000");
              assertThat(e).hasCauseInstanceOf(Exception.class);
            });
  }

  @Test
  void shapesAreToldApart() throws DbException {
    load(1);
    assertThat(database.inspect(Ops.TABLE)).isEqualTo(new TableState.Present());
    assertThat(
            database.inspect(
                with(new Column("k", new Type.Text(9), Fill.ZERO), Ops.TABLE.indexes())))
        .isEqualTo(
            new TableState.Mistyped(
                "A document of sbtest1 with {\"_id\": 1} has a field k of BSON type INT32."));
    assertThat(database.inspect(with(new Column("k", Type.INT64, Fill.ZERO), Ops.TABLE.indexes())))
        .isEqualTo(new TableState.Present());
    assertThat(database.inspect(with(Ops.TABLE.column("k"), List.of())))
        .isEqualTo(new TableState.Different("has an index on k too many"));
    Index other = new Index("other", List.of("c"), false);
    assertThat(
            database.inspect(
                with(Ops.TABLE.column("k"), List.of(Ops.TABLE.indexes().get(0), other))))
        .isEqualTo(new TableState.Different("has no index other on c"));
    database.drop(Ops.TABLE);
    assertThat(database.inspect(Ops.TABLE)).isEqualTo(new TableState.Absent());
  }

  /** Sysbench's table with another k and other indexes. */
  private static Table with(Column k, List<Index> indexes) {
    List<Column> columns = new ArrayList<>(Ops.TABLE.columns());
    columns.set(1, k);
    return new Table("sbtest1", columns, List.of("id"), indexes, Map.of());
  }

  @Test
  void storageThatTheServerIgnores_isRefused_andNothingStays() throws DbException {
    Table table =
        new Table(
            "ignored", Ops.TABLE.columns(), List.of("id"), List.of(), Map.of("clustered", "true"));
    assertThatThrownBy(() -> database.create(table))
        .isInstanceOfSatisfying(
            DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("is not clustered");
    assertThat(database.inspect(table)).isEqualTo(new TableState.Absent());
  }

  @Test
  void whatCannotBePrepared_isFatal() {
    assertThatThrownBy(() -> session.prepare(new Op.Native("n", List.of(), Map.of())))
        .isInstanceOfSatisfying(DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FATAL))
        .hasMessage("n has no text for the mongo binding");
  }

  @Test
  void nativeCommand_needsNoCollection_andFindsItsColumnsByName() throws DbException {
    Op ping = new Op.Native("n", List.of(), Map.of("mongo", "{ping: 1}"));
    assertThat(session.prepare(ping).execute(Args.of(ping), null)).isZero();
    Op insert =
        new Op.Native(
            "i",
            List.of(new Param("id", Type.INT32)),
            Map.of("mongo", "{insert: 'named', documents: [{_id: ':id', a: 3, b: 'x', c: 5}]}"));
    assertThat(session.prepare(insert).execute(Args.of(insert).set(0, 7), null)).isEqualTo(1);
    Op find =
        new Op.Native(
            "f",
            List.of(),
            Map.of("mongo", "{findAndModify: 'named', query: {_id: 7}, update: {$inc: {a: 1}}}"),
            Op.Native.Effect.WRITE,
            List.of(
                new Column("c", Type.INT64, Fill.NULL), new Column("gone", Type.INT64, Fill.NULL)));
    long[] found = {0};
    assertThat(
            session
                .prepare(find)
                .execute(Args.of(find), row -> found[0] = row.isNull(1) ? row.getLong(0) : -1))
        .isEqualTo(1);
    assertThat(found[0]).isEqualTo(5);
  }

  @Test
  void explainShowsTablesAndOperations() {
    assertThat(binding().explain(Ops.TABLE))
        .containsExactly(
            "{\"create\": \"sbtest1\"}",
            "{\"createIndexes\": \"sbtest1\", \"indexes\": [{\"key\": {\"k\": 1}, \"name\":"
                + " \"k_1\"}]}");
    assertThat(binding().explain(Ops.delete())).startsWith("{\"delete\": \"sbtest1\"");
  }

  @Test
  void aPortWhereNobodyIs_isSaidAtOnce() throws IOException {
    try (Socket bound = new Socket()) { // nobody listens there, and nobody can
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String where = "127.0.0.1:" + bound.getLocalPort();
      assertThatThrownBy(() -> binding().open(target("mongodb://" + where + "/")))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONNECTION))
          .hasMessageContaining(where + " (Connection refused)");
    }
  }

  @Test
  void optionsItHasNot_areRefused() {
    assertThatThrownBy(() -> binding().open(target("embedded:mongo?x=1")))
        .hasMessageContaining("takes no options");
    for (Tls tls :
        List.of(
            new Tls(Tls.Mode.REQUIRED, null),
            new Tls(Tls.Mode.VERIFY, null),
            new Tls(Tls.Mode.UNSAID, Path.of("ca.pem")))) {
      assertThatThrownBy(() -> binding().check(new Target(EmbeddedMongo.URL, null, null, tls, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("has no TLS");
    }
  }
}
