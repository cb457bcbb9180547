package io.stallmark.timeseries;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.timeseries.table.SensorData;
import io.stallmark.verification.GapLoader;
import io.stallmark.verification.UnitLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Timeseries workload with resolved settings. */
final class TimeseriesScenario implements Scenario {

  static final String INSERTERS = "inserters";
  static final String QUERIERS = "queriers";

  /** Share of the reads that may lack an event, for instance from a secondary that lags behind. */
  private static final double LATE_EVENTS = 0.01;

  private final TimeseriesOptions options;
  private final EventSequence events;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  TimeseriesScenario(TimeseriesOptions options) {
    this.options = options;
    events = new EventSequence(options.data().grid().mostEvents());
  }

  @Override
  public List<Table> tables() {
    return List.of(options.data().table());
  }

  /**
   * Inserters report progress in rows if they do not read: one event has as many rows as a batch.
   */
  @Override
  public List<Role> roles() {
    ReadMix reads = options.reads();
    Role inserters =
        new Role(
            INSERTERS,
            inserterOps(),
            List.of(),
            false,
            reads.share() > 0 ? ProgressUnit.TRANSACTIONS : ProgressUnit.ROWS,
            (session, slice) -> new SensorClient(options, events, session, slice));
    if (reads.queriers() == 0) {
      return List.of(inserters);
    }
    Role queriers =
        new Role(
            QUERIERS,
            readOps(),
            List.of(),
            false,
            ProgressUnit.TRANSACTIONS,
            (session, slice) ->
                new SensorReader(options.operations(), events, session, slice.rng())::read);
    return List.of(inserters, queriers);
  }

  private List<Op> inserterOps() {
    SensorOperations operations = options.operations();
    ReadMix reads = options.reads();
    List<Op> ops = new ArrayList<>();
    if (reads.inserts()) {
      ops.add(operations.insert("insert"));
    }
    if (reads.share() > 0) {
      ops.addAll(readOps());
    }
    if (reads.inserts()) { // statements that complete an event after a failure
      ops.add(options.data().findRow());
      ops.add(operations.insertRow());
    }
    return ops;
  }

  private List<Op> readOps() {
    SensorOperations operations = options.operations();
    ReadMix reads = options.reads();
    List<Op> ops = new ArrayList<>();
    add(ops, reads.latest(), operations.latest());
    add(ops, reads.range(), operations.range());
    add(ops, reads.tick(), operations.tick());
    add(ops, reads.downsample(), operations.downsample());
    return ops;
  }

  private static void add(List<Op> ops, int weight, Op op) {
    if (weight > 0) {
      ops.add(op);
    }
  }

  @Override
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public long rows(Table table) {
    return options.preload() * options.data().grid().batch();
  }

  @Override
  public double rowsPerTransaction() {
    return (1 - options.reads().share()) * options.data().grid().batch();
  }

  /** A reader expects only events that were acknowledged; nothing deletes rows. */
  @Override
  public double explainedUnexpected(String operation) {
    return options.reads().inserts() ? LATE_EVENTS : 0;
  }

  /**
   * Deals out the events. The reads of a machine expect only events from before the run, because
   * the progress of the others is not known.
   */
  @Override
  public void share(int machine, int machines) {
    events.share(machine, machines);
  }

  @Override
  public Tally tally() {
    return options.reads().inserts() ? events.tally() : Tally.NONE;
  }

  @Override
  public void add(Tally tally) {
    if (options.reads().inserts()) {
      events.add(tally);
    }
  }

  @Override
  public long leftOut() {
    return events.gaps().count() * options.data().grid().batch();
  }

  @Override
  public Loader completer(Session session) throws DbException {
    EventWriter writer = new EventWriter(options.operations(), "load", session);
    return new GapLoader(events.gaps(), options.data().grid().batch(), writer::fill);
  }

  @Override
  public void begin(Session session) throws DbException {
    ExistingDataCheck.Taken taken = new ExistingDataCheck(options.operations(), session).take();
    if (taken.events() == 0 && !options.reads().inserts()) {
      throw unfit("has no rows, and read-share=1 inserts none: load some with -p preload=…");
    }
    if (taken.events() < options.preload()) {
      throw unfit(
          Text.format(
              "has %,d events, and preload=%d loads more: the load was not complete, or the server has lost rows. Drop it with 'stallmark drop', or give the number that is there",
              taken.events(), options.preload()));
    }
    events.goOnWith(taken.events());
    if (taken.completed() > 0) {
      warnings.add(
          Text.format(
              "An earlier run ended within %,d events; they were completed before this one began. If the server has crashed since, 'stallmark verify --run' with that run's directory says what it lost.",
              taken.completed()));
    }
    if (taken.events() > options.preload()) {
      warnings.add(
          Text.format(
              "The table had %,d events already: this run continues after them, and does not show inserts into an empty table.",
              taken.events()));
    }
  }

  private DbException unfit(String what) {
    String table = options.data().table().name();
    return DbException.unfit("ROWS", "Table " + table + " " + what);
  }

  @Override
  public boolean loadsKeys() {
    return options.data().layout().hasKeyOfReading();
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new EventLoader(options, resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    SensorData data = options.data();
    return Optional.of(
        Text.format(
            "timeseries seed=%d preload=%d %s %s",
            data.seed(), options.preload(), data.grid(), data.values()));
  }

  @Override
  public Verification verification() {
    return new SensorVerification(options.data(), options.preload());
  }

  /** Events that were acknowledged, because a run that only inserts has no other expectation. */
  @Override
  public List<String> missing(Session session) throws DbException {
    return new ExistingDataCheck(options.operations(), session).missing(events.settled());
  }

  @Override
  public Map<String, Long> acknowledged() {
    return options.reads().inserts() ? events.acknowledged() : Map.of();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    return new ExistingDataCheck(options.operations(), session).lost(acknowledged);
  }

  /**
   * Loads one loader's share of the events that are inserted before a run: every n-th event of n
   * loaders.
   */
  private static final class EventLoader extends UnitLoader {

    private final TimeseriesOptions options;
    private final EventWriter writer;
    private final boolean resumes;

    /**
     * @param resumes whether an interrupted load may have inserted some of the events
     */
    EventLoader(TimeseriesOptions options, boolean resumes, Session session, Slice slice)
        throws DbException {
      super(slice.index(), options.preload(), slice.count());
      this.options = options;
      this.resumes = resumes;
      writer = new EventWriter(options.operations(), "load", session);
    }

    @Override
    protected long load(long event) throws DbException {
      int rows = options.data().grid().batch();
      setFound(0);
      if (!resumes || !writer.hasFirstRow(event)) {
        writer.write(event);
      } else if (writer.complete(event) == 0) {
        setFound(rows);
      }
      return rows;
    }
  }
}
