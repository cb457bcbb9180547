package io.stallmark.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.RecordingSession;
import io.stallmark.testkit.RecordingSession.Call;
import io.stallmark.testkit.RecordingSession.Values;
import io.stallmark.testkit.SilentSession;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowLoaderTest {

  private static final String[] SMALL = {"tables=3", "rows=103", "batch=10"};

  /** Table and id to the row. */
  private static Map<String, Values> load(Scenario scenario, int loaders) throws Exception {
    Map<String, Values> content = new TreeMap<>();
    for (int i = 0; i < loaders; i++) {
      RecordingSession session = new RecordingSession();
      Loader loader = scenario.load(0, 1).loader(session, Slice.of(i, loaders, 99), false);
      long reported = 0;
      for (long rows = loader.step(); rows > 0; rows = loader.step()) {
        reported += rows;
      }
      long inserted = 0;
      for (Call call : session.calls) {
        assertThat(call.rows().size()).isBetween(1, 10);
        for (Values row : call.rows()) {
          assertThat(content.put(call.table() + " " + row.number("id"), row)).isNull();
          inserted++;
        }
      }
      assertThat(reported).isEqualTo(inserted);
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 50})
  void anyNumberOfLoadersLoadsEveryIdOnceWithTheSameContent(int loaders) throws Exception {
    Scenario scenario = SysbenchGiven.scenario(SMALL);
    Map<String, Values> content = load(scenario, loaders);

    assertThat(content).hasSize(3 * 103);
    for (int table = 1; table <= 3; table++) {
      for (int id = 1; id <= 103; id++) {
        assertThat(content).containsKey("sbtest" + table + " " + id);
      }
    }
    assertThat(content).isEqualTo(load(scenario, 1));
  }

  @Test
  void rowsAreSysbenchsAndAllDifferent() throws Exception {
    Map<String, Values> content = load(SysbenchGiven.scenario(SMALL), 1);

    for (Values row : content.values()) {
      assertThat(row.number("k")).isBetween(1L, 103L);
      assertThat(row.text("c")).matches("([0-9]{11}-){9}[0-9]{11}");
      assertThat(row.text("pad")).matches("([0-9]{11}-){4}[0-9]{11}");
    }
    assertThat(content.values().stream().map(row -> row.text("c")).distinct()).hasSize(3 * 103);
  }

  @Test
  void kFollowsTheLawOfIds() throws Exception {
    Map<String, Values> content =
        load(SysbenchGiven.scenario("tables=1", "rows=2000", "batch=10", "rand-type=pareto"), 1);

    long low = content.values().stream().filter(row -> row.number("k") <= 20).count();
    // 52.8 % of 2000 within the lowest percent; standard deviation 22.
    assertThat(low).isBetween(945L, 1167L);
  }

  @Test
  void anotherSeedGivesOtherRows() throws Exception {
    SysbenchWorkload workload = new SysbenchWorkload();
    Map<String, Values> one =
        load(workload.scenario(SysbenchGiven.settings(SMALL), 1, SysbenchGiven.ALL), 1);
    Map<String, Values> two =
        load(workload.scenario(SysbenchGiven.settings(SMALL), 2, SysbenchGiven.ALL), 1);

    assertThat(two.get("sbtest1 1")).isNotEqualTo(one.get("sbtest1 1"));
  }

  @Test
  void loaderInsertsInKeyOrder() throws Exception {
    RecordingSession session = new RecordingSession();
    Loader loader =
        SysbenchGiven.scenario(SMALL).load(0, 1).loader(session, Slice.of(1, 2, 0), false);
    while (loader.step() > 0) {}

    String table = "";
    long last = 0;
    for (Call call : session.calls) {
      last = call.table().equals(table) ? last : 0;
      table = call.table();
      for (Values row : call.rows()) {
        assertThat(row.number("id")).isGreaterThan(last);
        last = row.number("id");
      }
    }
  }

  @Test
  void stepThatFailedCanBeRepeated() throws Exception {
    FailingOnce insert = new FailingOnce();
    Loader loader =
        SysbenchGiven.scenario(SMALL)
            .load(0, 1)
            .loader(new SilentSession(insert), Slice.of(0, 1, 0), false);
    assertThatThrownBy(loader::step).isInstanceOf(DbException.class);

    assertThat(loader.step()).isEqualTo(10);
    assertThat(insert.ids).containsExactly(1L, 11L);
    assertThat(loader.step()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aKilledLoad_resumes_andEveryRowIsThereOnce(int loaders) throws Exception {
    Scenario scenario = SysbenchGiven.scenario(SMALL);
    StoredIds stored = new StoredIds();
    for (int i = 0; i < 2; i++) {
      Loader killed = scenario.load(0, 1).loader(stored, Slice.of(i, 2, 0), false);
      for (int step = 0; step < 7; step++) {
        killed.step();
      }
    }
    stored.ids.remove("sbtest1 35");
    long found = 0;
    long handled = 0;
    for (int i = 0; i < loaders; i++) {
      Loader resumed = scenario.load(0, 1).loader(stored, Slice.of(i, loaders, 0), true);
      for (long rows = resumed.step(); rows > 0; rows = resumed.step()) {
        handled += rows;
        found += resumed.found();
      }
    }
    assertThat(stored.ids).hasSize(3 * 103);
    assertThat(handled).isEqualTo(3 * 103);
    assertThat(found).isEqualTo(123);
  }

  /** Keeps the ids of rows, each once as a primary key does. */
  private static final class StoredIds implements Session {
    private final Set<String> ids = new HashSet<>();

    @Override
    public Statement prepare(Op op) {
      String table = RecordingSession.table(op) + " ";
      return op instanceof Op.Read
          ? (args, sink) -> count(table, args, sink)
          : (args, sink) -> insert(table, args);
    }

    private long count(String table, Args args, @Nullable RowSink sink) throws DbException {
      long low = args.getLong(0, 0);
      long high = args.getLong(0, 1);
      long rows = LongStream.rangeClosed(low, high).filter(id -> ids.contains(table + id)).count();
      Objects.requireNonNull(sink).row(new Count(rows));
      return 1;
    }

    private long insert(String table, Args args) throws DbException {
      for (int row = 0; row < args.rows(); row++) {
        if (!ids.add(table + args.getLong(row, 0))) {
          throw new DbException(DbException.Kind.DUPLICATE_KEY, "1062", "Duplicate key", null);
        }
      }
      return args.rows();
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

  private record Count(long getLong) implements Row {
    @Override
    public long getLong(int column) {
      return getLong;
    }

    @Override
    public double getDouble(int column) {
      return getLong;
    }

    @Override
    public int getText(int column, byte[] into) {
      return 0;
    }
  }

  /** Refuses the first execution and writes down the first and one past the last id of the next. */
  private static final class FailingOnce implements Statement {
    private final List<Long> ids = new ArrayList<>();
    private boolean failed;

    @Override
    public long execute(Args args, RowSink sink) throws DbException {
      if (!failed) {
        failed = true;
        throw new DbException(DbException.Kind.RETRY, "1213", "Deadlock", null);
      }
      if (ids.isEmpty()) {
        ids.add(args.getLong(0, 0));
        ids.add(args.getLong(args.rows() - 1, 0) + 1);
      }
      return args.rows();
    }
  }
}
