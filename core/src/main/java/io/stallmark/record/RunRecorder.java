package io.stallmark.record;

import io.stallmark.spi.workload.ProgressUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects the clients' samples into intervals and totals. A sample belongs to the interval in
 * which it ended. A sample that was logged too late belongs to the next interval, so that intervals
 * always sum to totals. Only the collector's thread may call {@link #tick}, {@link #finish} and the
 * methods that return results.
 *
 * <p>During the warm-up, a second recorder, the rehearsal, does all of this with the warm-up's
 * samples. Nothing of it remains, except that the JIT has compiled what the measurement uses.
 */
public final class RunRecorder {

  /**
   * Time between the end of an interval and its closing, nanoseconds, so that clients can log
   * samples that ended in it.
   */
  private static final long GRACE = 10_000_000L;

  /** Least time between two samplings of waiting transactions, nanoseconds. */
  private static final long LOOK = Interval.SLOT / 8;

  /** Longest interval of a rehearsal, nanoseconds; what a second does once is then compiled too. */
  private static final long REHEARSED = 2 * Interval.SLOT;

  /** Later than any end, but comparable on a clock that wraps. */
  private static final long EVER = Long.MAX_VALUE / 4;

  private static final Ending[] ENDINGS = Ending.values();

  private final List<Kind> kinds;
  private final int firstStatement;
  private final List<ProgressUnit> units;
  private final long length;
  private final RunRecorder owner; // of the clients, and the lock: this, or that of the rehearsal
  private final List<ClientRecorder> clients;
  private final List<OperationSeries> totals = new ArrayList<>();
  private final OpenIntervals open;
  private final IntervalListener listener;
  private final ErrorCounts errors = new ErrorCounts();
  private final SampleLog.Reader intoInterval = this::collect; // once: drains must not allocate
  private long origin;
  private long lookedAt;
  private long lastEnd;
  private final long[] arrived; // by role, like ended
  private final long[] ended;
  private long lastTick; // like the next ones, used in a rehearsal
  private long slowestTick;
  private boolean ending; // the measurement begins before another tick may have ended
  private int taking; // the role of the client whose log is being read
  private long over = Interval.NEVER;
  private Supplier<Histogram> startedLate = () -> new Histogram(1);
  private volatile @Nullable RunRecorder rehearsal; // null: no warm-up, or it is over

  /** Creates a recorder of one role that counts transactions. */
  public RunRecorder(List<Kind> kinds, int clients, long length, IntervalListener listener) {
    this(kinds, List.of(new RecordedRole(clients, ProgressUnit.TRANSACTIONS)), length, listener);
  }

  /**
   * @param kinds the transaction, the roles if there are several, the kinds of transaction if there
   *     are any, the statements
   * @param roles roles in their order; clients are numbered through all roles
   * @param length length of an interval, nanoseconds, a multiple of {@link Interval#SLOT}
   * @param listener receives every interval
   */
  public RunRecorder(
      List<Kind> kinds, List<RecordedRole> roles, long length, IntervalListener listener) {
    this(null, kinds, roles.stream().map(RecordedRole::unit).toList(), length, listener);
    for (int role = 0; role < roles.size(); role++) {
      for (int i = 0; i < roles.get(role).clients(); i++) {
        clients.add(new ClientRecorder(this, role));
      }
    }
  }

  private RunRecorder(
      @Nullable RunRecorder rehearsed,
      List<Kind> kinds,
      List<ProgressUnit> units,
      long length,
      IntervalListener listener) {
    owner = rehearsed == null ? this : rehearsed;
    clients = rehearsed == null ? new ArrayList<>() : rehearsed.clients;
    this.kinds = List.copyOf(kinds);
    firstStatement = (int) kinds.stream().filter(kind -> !kind.isStatement()).count();
    this.units = units;
    arrived = new long[units.size()];
    ended = new long[units.size()];
    this.length = length;
    this.listener = listener;
    kinds.forEach(kind -> totals.add(new OperationSeries()));
    open = new OpenIntervals(kinds.size(), firstStatement, units, length);
  }

  /**
   * Sets the start of the measurement. The call must happen before the clients start.
   *
   * @param measurement start of the measurement, on the clock of {@link System#nanoTime}
   */
  public void begin(long measurement) {
    origin = measurement;
    lookedAt = measurement;
    open.begin(origin);
  }

  /** As {@link #begin(long)}, with a rehearsal from {@code start} on if that is earlier. */
  public void begin(long start, long measurement) {
    begin(measurement);
    if (measurement - start > 0) {
      long each = Math.min(length, REHEARSED);
      RunRecorder before = new RunRecorder(this, kinds, units, each, listener::rehearsed);
      before.begin(start);
      before.lastTick = start;
      rehearsal = before;
    }
  }

  /**
   * Sets the source of {@link Interval#startedLate}.
   *
   * @param source returns the lateness since its previous call
   */
  public void startedLate(Supplier<Histogram> source) {
    startedLate = source;
  }

  public ClientRecorder client(int index) {
    return clients.get(index);
  }

  public List<Kind> kinds() {
    return kinds;
  }

  public ErrorCounts errors() {
    return errors;
  }

  boolean countsRows(int role) {
    return units.get(role) == ProgressUnit.ROWS;
  }

  boolean measures(long intended) {
    return intended - origin >= 0;
  }

  /** Returns -1 for a time before the measurement, else 0, without a branch. */
  long early(long intended) {
    return (intended - origin) >> (Long.SIZE - 1);
  }

  long countedFrom(long since) {
    return measures(since) ? since : origin;
  }

  /**
   * Collects the logged samples and closes intervals that are over. Call it every few milliseconds.
   *
   * @throws IOException from the listener
   */
  public void tick(long now) throws IOException {
    RunRecorder before = rehearsal;
    if (before != null && now - origin < 0) {
      before.slowestTick = Math.max(before.slowestTick, now - before.lastTick);
      before.lastTick = now;
      before.ending = now + before.slowestTick - origin >= 0;
      before.tick(now);
      return;
    }
    rehearsal = null;
    while (now - origin - current().start() >= length + GRACE) {
      long end = origin + current().start() + length;
      if (end - lookedAt > 0) {
        look(end); // one interval after the other, so that they need not all be open
      }
      takeAll(end);
      if (owner != this && (ending || now - end >= length)) {
        synchronized (owner) { // the measurement must not wait for it
          open.reuse(open.removeCurrent(end - origin));
        }
      } else {
        close(end - origin);
      }
    }
    if (now - lookedAt >= LOOK) {
      look(now);
    }
    takeAll(Math.min(now, origin + current().start() + length));
  }

  /** Samples the waiting transactions, for every slot since the previous sampling. */
  private void look(long now) {
    synchronized (owner) {
      for (int role = 0; role < units.size(); role++) {
        look(role, now);
      }
      lookedAt = now;
    }
  }

  private void look(int role, long now) {
    long oldest = 0;
    long second = 0;
    long busy = 0;
    long rows = 0;
    for (ClientRecorder client : clients) {
      if (client.role() == role) {
        long age = client.inFlightFor(origin, now);
        second = Math.max(second, Math.min(age, oldest));
        oldest = Math.max(oldest, age);
        busy += age > 0 ? 1 : 0;
        rows += owner == this ? client.takeRowsSeen() : 0;
      }
    }
    long at = now - origin;
    if (rows > 0) {
      open.at(at).progress(role, at, rows);
    }
    if (busy > 0 && at >= 0) {
      open.at(at).inFlight(oldest);
      long waiting = Math.max(busy, arrived[role] - ended[role]);
      waits(role, at, at - oldest, busy > 1 ? at - second : ProgressSlot.NONE, waiting);
    }
  }

  private void waits(int role, long at, long oldest, long second, long count) {
    long from = Math.max(0, Math.max(oldest, lookedAt - origin));
    for (long slot = from - from % Interval.SLOT; slot <= at; slot += Interval.SLOT) {
      boolean both = second < slot + Interval.SLOT;
      open.at(slot).waits(role, slot, oldest, both ? second : ProgressSlot.NONE, count);
    }
  }

  /**
   * Sets the number of transactions of the measurement that are due by an open-loop schedule.
   *
   * @param role the role's index
   */
  public void arrived(int role, long count) {
    arrived[role] = count;
  }

  /**
   * Reports a period in which this process was not scheduled: the machine, its virtual host or
   * garbage collection stopped it.
   */
  public synchronized void held(long from, long until) {
    open.held(from - origin, until - origin);
  }

  /** Reports how late a sleeping thread of this process woke up, nanoseconds. */
  public void woken(long late) {
    RunRecorder before = rehearsal;
    (before == null ? this : before).current().woken(late);
  }

  /** Reports that the run begins to end: clients stop one by one. */
  public void loadEnding(long now) {
    over = Math.min(over, Math.max(0, now - origin));
  }

  /**
   * Closes the last interval, which may be shorter than the others. Call it when the clients have
   * ended or the run no longer waits for them.
   */
  public void finish(long now) throws IOException {
    rehearsal = null;
    tick(now);
    takeAll(now + EVER);
    while (!open.isLast()) {
      close(current().start() + length);
    }
    close(Math.max(current().start(), now - origin));
  }

  /**
   * End of the last transaction, nanoseconds since the start of the measurement; 0: none has ended.
   */
  public long lastEnd() {
    return lastEnd;
  }

  /** Series of the whole measurement, one for each kind. */
  public List<OperationSeries> totals() {
    return List.copyOf(totals);
  }

  /** Number of transactions started by the clients of a role; valid when the clients have ended. */
  public long started(int role) {
    return sum(role, ClientRecorder::started);
  }

  public long succeeded(int role) {
    return sum(role, ClientRecorder::succeeded);
  }

  public long failed(int role) {
    return sum(role, ClientRecorder::failed);
  }

  private long sum(int role, ToLongFunction<ClientRecorder> what) {
    return clients.stream().filter(each -> each.role() == role).mapToLong(what).sum();
  }

  /**
   * Passes the current interval to the listener. Clients may empty their logs meanwhile; their
   * samples then belong to later intervals.
   */
  private void close(long end) throws IOException {
    Interval interval;
    synchronized (owner) { // briefly: clients with a full log wait for it
      interval = open.removeCurrent(end);
      begun(interval);
    }
    interval.close(end, over, startedLate.get());
    for (int i = 0; i < totals.size(); i++) {
      totals.get(i).add(interval.series().get(i));
    }
    interval.totals(totals);
    listener.interval(interval);
    synchronized (owner) {
      open.reuse(interval);
    }
  }

  private void begun(Interval interval) {
    long due = 0;
    long started = 0;
    for (int role = 0; role < units.size(); role++) {
      int each = role;
      long busy = clients.stream().filter(c -> c.role() == each && c.inFlight(origin)).count();
      due += Math.max(ended[role] + busy, arrived[role]);
      started += ended[role] + busy;
    }
    interval.begun(due, started);
  }

  private Interval current() {
    synchronized (owner) {
      return open.current();
    }
  }

  private void takeAll(long until) {
    for (ClientRecorder client : clients) {
      owner.take(client, until);
    }
  }

  /**
   * Called by a client whose log is full: the collector is late, perhaps by more than an interval.
   */
  void drain(ClientRecorder client) {
    take(client, origin + EVER);
  }

  private synchronized void take(ClientRecorder client, long until) {
    taking = client.role();
    client.log().take(until, intoInterval);
  }

  /** Adds a sample to what it belongs to: the measurement or its rehearsal. */
  private void collect(int code, long end, long service, long response, long rows) {
    RunRecorder into = (code & ClientRecorder.WARM_UP) == 0 ? this : rehearsal;
    if (into != null) {
      Ending ending = ENDINGS[code & 3];
      into.add(
          taking, code >>> ClientRecorder.BITS, ending, end - into.origin, service, response, rows);
    }
  }

  private void add(
      int role, int kind, Ending ending, long at, long service, long response, long rows) {
    if (kind < firstStatement) {
      lastEnd = Math.max(lastEnd, at);
      ended[role] += ending == Ending.RETRY ? 0 : 1;
      open.at(at).transaction(role, kind, ending, at, service, response);
    } else {
      long progress = ending.succeeded() && countsAtTheEnd(role, kind) ? rows : 0;
      open.at(at).statement(role, kind, ending, at, service, response, rows, progress);
    }
  }

  private boolean countsAtTheEnd(int role, int kind) {
    return units.get(role) == ProgressUnit.ROWS && kinds.get(kind).category() != Kind.Category.READ;
  }
}
