package io.stallmark.cli;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** One table, one read and one update: the least that has everything a workload has. */
public final class TinyWorkload implements Workload {

  static final Table TABLE =
      new Table(
          "tiny",
          List.of(
              new Column("id", Type.INT32, Column.Fill.REQUIRED),
              new Column("n", Type.INT32, Column.Fill.ZERO)),
          List.of("id"),
          List.of(),
          Map.of());

  private static final List<Param> ID = List.of(new Param("id", Type.INT32));
  private static final Predicate BY_ID = new Predicate.Equal("id", Value.slot("id"));
  static final Op READ = new Op.Read("look", ID, TABLE, Select.columns("n"), BY_ID);
  static final Op UPDATE =
      new Op.Update("touch", ID, TABLE, List.of(new Assignment.Add("n", Value.literal(1))), BY_ID);
  private static final Op INSERT =
      new Op.Insert("fill", ID, TABLE, List.of("id"), List.of(Value.slot("id")), 1);

  /** What a verification finds. */
  List<String> findings = List.of();

  List<String> proven = List.of("tiny: all is right.");
  Optional<String> refusal = Optional.empty();

  /** What a look at the tables after a run misses. */
  List<String> missing = List.of();

  /** What the first client of each run drew first. */
  final List<Long> drawn = new CopyOnWriteArrayList<>();

  /** Whether its loads go on. */
  boolean resumable;

  boolean transactional;

  @Override
  public String name() {
    return "tiny";
  }

  @Override
  public String summary() {
    return "looks and touches";
  }

  @Override
  public List<Setting> settings() {
    return List.of(
        Setting.integer("rows", "10", 1, 1000, "rows"),
        Setting.real("share", "0.5", 0, 1, "share"),
        Setting.choice("mix", List.of("both", "look"), "what is done"));
  }

  @Override
  public List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 3));
  }

  /** A share of 0 is the usual one. */
  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    return settings.real("share") > 0 ? settings : settings.with(Map.of("share", 0.25));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    if (settings.real("share") == 0 && settings.choice("mix").equals("look")) {
      throw new RefusedException("share=0 leaves mix=look nothing to do");
    }
    if (transactional && !capabilities.contains(Capability.TRANSACTIONS)) {
      throw new RefusedException("tiny needs multi-statement transactions");
    }
    return new TinyScenario(settings.integer("rows"));
  }

  private final class TinyScenario implements Scenario {
    private final long rows;

    TinyScenario(long rows) {
      this.rows = rows;
    }

    @Override
    public List<Table> tables() {
      return List.of(TABLE);
    }

    @Override
    public List<Role> roles() {
      return List.of(Role.only(List.of(READ, UPDATE), true, this::client));
    }

    @Override
    public List<String> warnings() {
      return List.of("Tiny proves little.");
    }

    @Override
    public long rows(Table table) {
      return rows;
    }

    @Override
    public OptionalLong requiredRows() {
      return OptionalLong.of(rows);
    }

    @Override
    public Load load(int machine, int machines) {
      return this::loader;
    }

    private Loader loader(Session session, Slice slice, boolean resumes) throws DbException {
      Statement insert = session.prepare(INSERT);
      Args args = Args.of(INSERT);
      long[] next = {resumes ? firstMissing(session, slice) : slice.index()};
      long stride = resumes ? 1 : slice.count();
      return () -> {
        if (next[0] >= rows) {
          return 0;
        }
        args.set(0, next[0]);
        next[0] += stride;
        return insert.execute(args, null);
      };
    }

    @Override
    public Optional<String> loadIdentity() {
      return resumable ? Optional.of("tiny rows=" + rows) : Optional.empty();
    }

    /** The first loader puts in as many as are missing. */
    private long firstMissing(Session session, Slice slice) throws DbException {
      Op count = new Op.Read("count", List.of(), TABLE, new Select.Count(), new Predicate.All());
      long[] there = {rows};
      if (slice.index() == 0) {
        session.prepare(count).execute(Args.of(count), row -> there[0] = row.getLong(0));
      }
      return there[0];
    }

    private Client client(Session session, Slice slice) throws DbException {
      Statement read = session.prepare(READ);
      Statement update = session.prepare(UPDATE);
      Args args = Args.of(READ);
      if (slice.index() == 0) {
        drawn.add(slice.rng().nextLong());
      }
      return () -> {
        session.begin();
        args.set(0, slice.rng().nextLong());
        read.execute(args, null);
        update.execute(args, null);
        session.commit();
      };
    }

    @Override
    public List<String> missing(Session session) {
      return missing;
    }

    @Override
    public Verification verification() {
      return new Verification() {
        @Override
        public long rows() {
          return rows;
        }

        @Override
        public Loader checker(Session session, Slice slice) {
          return () -> 0;
        }

        @Override
        public List<String> findings() {
          return findings;
        }

        @Override
        public List<String> proven() {
          return proven;
        }

        @Override
        public Optional<String> refusal() {
          return refusal;
        }
      };
    }
  }
}
