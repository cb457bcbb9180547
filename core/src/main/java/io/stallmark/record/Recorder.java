package io.stallmark.record;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the clients' samples into intervals and totals. A sample belongs to the interval in
 * which it ended; one that was logged too late for that goes into the next, so that intervals
 * always sum to totals. {@link #tick}, {@link #finish} and the results belong to one thread, the
 * collector's.
 */
public final class Recorder {

  /** A sample gets this long from its end to the log before its interval closes, in nanoseconds. */
  private static final long GRACE = 10_000_000L;

  /** Later than any end, yet comparable on a clock that wraps. */
  private static final long EVER = Long.MAX_VALUE / 4;

  private static final Ending[] ENDINGS = Ending.values();

  private final List<Kind> kinds;
  private final long length;
  private final List<ClientRecorder> clients = new ArrayList<>();
  private final List<Series> totals = new ArrayList<>();
  private final Interval interval;
  private final IntervalListener listener;
  private final ErrorCounts errors = new ErrorCounts();
  private final SampleLog.Reader intoInterval = this::collect; // once: a client may be draining
  private long origin;
  private long sampledAt;

  /**
   * @param kinds the first is the transaction
   * @param length of an interval, nanoseconds, a multiple of {@link Interval#SLOT}
   */
  public Recorder(List<Kind> kinds, int clients, long length, IntervalListener listener) {
    this.kinds = List.copyOf(kinds);
    this.length = length;
    this.listener = listener;
    for (int i = 0; i < clients; i++) {
      this.clients.add(new ClientRecorder(this));
    }
    kinds.forEach(kind -> totals.add(new Series()));
    interval = new Interval(kinds.size(), length);
    interval.open(0);
  }

  /**
   * Before the clients start, on a thread that they start after.
   *
   * @param measurement when the measurement starts, on the clock of {@link System#nanoTime}
   */
  public void begin(long measurement) {
    origin = measurement;
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

  boolean measures(long intended) {
    return intended - origin >= 0;
  }

  /** Takes what is there; closes intervals that are over. To be called every few milliseconds. */
  public void tick(long now) throws IOException {
    while (now - origin - interval.start() >= length + GRACE) {
      close(interval.start() + length);
    }
    takeAll(Math.min(now, origin + interval.start() + length));
    if (now - sampledAt >= Interval.SLOT / 2) {
      sampledAt = now;
      clients.forEach(client -> interval.inFlight(client.inFlightFor(now)));
    }
  }

  /** Closes the last interval, whatever its length. The clients have ended or were given up. */
  public void finish(long now) throws IOException {
    tick(now);
    takeAll(now + EVER);
    close(Math.max(interval.start(), now - origin));
  }

  /** Of the whole measurement, one for each kind. */
  public List<Series> totals() {
    return List.copyOf(totals);
  }

  /** Transactions begun; call it when the clients have ended. */
  public long started() {
    return clients.stream().mapToLong(ClientRecorder::started).sum();
  }

  public long succeeded() {
    return clients.stream().mapToLong(ClientRecorder::succeeded).sum();
  }

  public long failed() {
    return clients.stream().mapToLong(ClientRecorder::failed).sum();
  }

  private void close(long end) throws IOException {
    takeAll(origin + end);
    synchronized (this) {
      interval.close(end);
      for (int i = 0; i < totals.size(); i++) {
        totals.get(i).add(interval.series().get(i));
      }
    }
    listener.interval(interval);
    synchronized (this) {
      interval.open(end);
    }
  }

  private void takeAll(long until) {
    for (ClientRecorder client : clients) {
      take(client, until);
    }
  }

  /** By a client whose log is full. */
  void drain(ClientRecorder client) {
    take(client, origin + interval.start() + EVER);
  }

  private synchronized void take(ClientRecorder client, long until) {
    client.log().take(until, intoInterval);
  }

  private void collect(int code, long end, long service, long response) {
    interval.add(code >>> 2, ENDINGS[code & 3], end - origin, service, response);
  }
}
