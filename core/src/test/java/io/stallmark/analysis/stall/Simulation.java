package io.stallmark.analysis.stall;

import io.stallmark.analysis.counters.CounterMoves;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.record.ClientRecorder;
import io.stallmark.record.Ending;
import io.stallmark.record.Interval;
import io.stallmark.record.Kind;
import io.stallmark.record.RunRecorder;
import io.stallmark.result.StallFindings;
import io.stallmark.result.StallFindings.DipSummary;
import io.stallmark.result.StallFindings.StallSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Clients at a server that is held, slow or paused as a test says, through the real recorder. Only
 * time is made up: it passes in no time.
 */
final class Simulation {

  static final long MS = 1_000_000L;
  static final long SECOND = 1000 * MS;
  private static final long TICK = 20 * MS;
  private static final List<Kind> KINDS =
      List.of(
          new Kind("transaction", Kind.Category.TRANSACTION),
          new Kind("read", Kind.Category.READ),
          new Kind("commit", Kind.Category.OTHER));

  /** From one moment to another the server works at this share of its speed. */
  private record Spell(long from, long until, double speed) {}

  private record Event(long at, int client, boolean ends) {}

  private final Random random;
  private final long origin;
  private final List<Spell> spells = new ArrayList<>();
  private final List<Spell> pauses = new ArrayList<>();
  private final List<Spell> lulls = new ArrayList<>();
  private final List<Long> arrivals = new ArrayList<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparing(Event::client));
  private final List<StallSummary> written = new ArrayList<>();
  private final List<DipSummary> dips = new ArrayList<>();
  private List<DipSummary> dipsMeanwhile = List.of();
  final List<Long> stalledPerInterval = new ArrayList<>();
  private int clients = 4;
  private double rate; // 0: closed loop
  private boolean poisson;
  private ToDoubleFunction<Random> millis = r -> 5;
  private long interval =
      10 * SECOND; // what a run finds does not depend on it; summing up takes time
  private long[] startOf = new long[0];
  private int taken;
  Histogram response = new Histogram(3);
  StallRule rule = StallRule.DEFAULT;

  /** Health of the generator in an interval. */
  Function<Interval, GeneratorHealth> health = interval -> SampleHealth.calm(0);

  Simulation(long seed) {
    random = new Random(seed);
    origin = random.nextLong() >> 2;
  }

  Simulation clients(int count) {
    clients = count;
    return this;
  }

  Simulation open(double perSecond, boolean atRandom) {
    rate = perSecond;
    poisson = atRandom;
    return this;
  }

  Simulation service(ToDoubleFunction<Random> law) {
    millis = law;
    return this;
  }

  Simulation interval(long length) {
    interval = length;
    return this;
  }

  /** The server does nothing. */
  Simulation hold(double atSeconds, double seconds) {
    return slow(atSeconds, seconds, 0);
  }

  Simulation slow(double atSeconds, double seconds, double speed) {
    long from = (long) (atSeconds * SECOND);
    spells.add(new Spell(from, from + (long) (seconds * SECOND), speed));
    return this;
  }

  /** Users stay away for a while. */
  Simulation fewerArrivals(double atSeconds, double seconds, double share) {
    long from = (long) (atSeconds * SECOND);
    lulls.add(new Spell(from, from + (long) (seconds * SECOND), share));
    return this;
  }

  /** The machine does nothing: neither the server nor the generator. */
  Simulation pause(double atSeconds, double seconds) {
    hold(atSeconds, seconds);
    pauses.add(spells.get(spells.size() - 1));
    return this;
  }

  StallFindings run(double seconds) {
    try {
      return simulate((long) (seconds * SECOND));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What was told while the run went on. */
  List<StallSummary> written() {
    return written;
  }

  /** What was told before the run ended. */
  List<DipSummary> dipsMeanwhile() {
    return dipsMeanwhile;
  }

  private StallWatch.Listener listener() {
    return new StallWatch.Listener() {
      @Override
      public void stall(StallSummary stall) {
        written.add(stall);
      }

      @Override
      public void dip(DipSummary dip) {
        dips.add(dip);
      }
    };
  }

  private StallFindings simulate(long end) throws IOException {
    StallWatch watch =
        new StallWatch(
            rule,
            List.of(StalledRole.ONLY),
            KINDS.stream().map(Kind::name).toList(),
            CounterMoves.NONE,
            listener());
    RunRecorder recorder = new RunRecorder(KINDS, clients, interval, i -> told(watch, i));
    recorder.begin(origin);
    startOf = new long[clients];
    arrive(end);
    for (int i = 0; i < clients; i++) {
      begin(i, 0, end, recorder);
    }
    int due = 0;
    for (long next = TICK; next < end || !events.isEmpty(); next += TICK) {
      long tick = next;
      for (Event event = events.peek(); event != null && event.at() <= tick; ) {
        play(events.remove(), end, recorder);
        event = events.peek();
      }
      while (due < arrivals.size() && arrivals.get(due) <= tick) {
        due++;
      }
      recorder.arrived(0, due);
      if (tick >= end) {
        recorder.loadEnding(origin + end);
      }
      if (pauses.stream().noneMatch(pause -> inside(pause, recorder, tick))) {
        recorder.tick(origin + tick);
      }
    }
    recorder.finish(origin + end);
    response = recorder.totals().get(0).response();
    dipsMeanwhile = List.copyOf(dips);
    return watch.finish();
  }

  /** A collector inside a pause does not run; the first tick after it comes late. */
  private boolean inside(Spell pause, RunRecorder recorder, long tick) {
    if (tick > pause.until() && tick - TICK <= pause.until()) {
      recorder.held(origin + pause.from(), origin + pause.until());
    }
    return tick >= pause.from() && tick <= pause.until();
  }

  private void told(StallWatch watch, Interval told) throws IOException {
    watch.interval(told, health.apply(told));
    stalledPerInterval.add(watch.stalled(told.start(), told.end()));
  }

  private void arrive(long end) {
    if (rate > 0) {
      double at = 0;
      while (at < end) {
        arrivals.add((long) at);
        double now = at;
        double share =
            lulls.stream()
                .filter(lull -> lull.from() <= now && now < lull.until())
                .mapToDouble(Spell::speed)
                .findFirst()
                .orElse(1);
        at += (poisson ? -Math.log(1 - random.nextDouble()) : 1) * SECOND / rate / share;
      }
    }
  }

  private void begin(int client, long now, long end, RunRecorder recorder) {
    if (rate == 0 && now < end) {
      start(client, now, now, recorder);
    } else if (rate > 0 && taken < arrivals.size()) {
      long due = arrivals.get(taken++);
      if (due <= now) {
        start(client, due, now, recorder);
      } else {
        events.add(new Event(due, client, false));
      }
    }
  }

  private void play(Event event, long end, RunRecorder recorder) {
    if (!event.ends()) {
      start(event.client(), event.at(), event.at(), recorder);
      return;
    }
    ClientRecorder client = recorder.client(event.client());
    long start = origin + startOf[event.client()];
    client.statement(2, Ending.SUCCESS, start, origin + event.at(), 1);
    client.success(0, start, origin + event.at());
    begin(event.client(), event.at(), end, recorder);
  }

  private void start(int client, long due, long now, RunRecorder recorder) {
    recorder.client(client).start(origin + due, origin + now);
    startOf[client] = now;
    events.add(new Event(finish(now, millis.applyAsDouble(random) * MS), client, true));
  }

  /** When work of this length is done that starts now. */
  private long finish(long now, double work) {
    double left = work;
    long at = now;
    while (true) {
      long here = at;
      Spell spell =
          spells.stream()
              .filter(s -> s.from() <= here && here < s.until())
              .findFirst()
              .orElse(null);
      long until =
          spell != null
              ? spell.until()
              : spells.stream()
                  .mapToLong(Spell::from)
                  .filter(from -> from > here)
                  .min()
                  .orElse(Long.MAX_VALUE);
      double speed = spell == null ? 1 : spell.speed();
      double room = (until - at) * speed;
      if (speed > 0 && left <= room) {
        return at + (long) (left / speed);
      }
      left -= room;
      at = until;
    }
  }
}
