package io.stallmark.replay;

import io.stallmark.replay.OperationOrder.Place;
import io.stallmark.replay.ReplayItem.Sent;
import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.replay.ReplayOptions.Selection;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceReader;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Reads a trace ahead of the clients. Pairs each operation with its reply, decides which writes it
 * waits for, and puts it into the queue of the client that has its session. Memory is bounded.
 *
 * <p>Of several machines, each reads the whole trace, gives every session the client that it has on
 * one machine, and leaves out the sessions of the others' clients.
 */
final class TraceFeed {

  /** Size of the items that clients have not taken, bytes. */
  private static final long MOST_BUFFERED = 64L << 20;

  /** Records of different sessions can be out of order by less, see docs/trace-format.md. */
  private static final long SKEW = TimeUnit.MILLISECONDS.toNanos(100);

  private final ReplayOptions options;
  private final Machine machine;
  private final ReplayTarget target;
  private final OperationTexts texts;
  private final ReplayStatistics statistics;
  private final BooleanSupplier ended;
  private final WaitRule rule;
  private final AtomicLong buffered = new AtomicLong();
  private final List<ClientQueue> queues = new ArrayList<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<Integer, FedSession> sessions = new HashMap<>();
  private final PriorityQueue<Placed> sorted = new PriorityQueue<>();
  private final Thread thread = new Thread(this::run, "trace-feed");
  private long index;
  private boolean begun;
  private volatile long begin;
  private final Map<Object, Integer> kinds = new HashMap<>(); // of sessions, numbered from 0
  private final List<Map<String, String>> attributes = new CopyOnWriteArrayList<>(); // of each kind
  private volatile boolean closed;

  /**
   * One of the machines of a replay.
   *
   * @param index from 0
   */
  record Machine(int index, int count) {

    static final Machine ONLY = new Machine(0, 1);

    private boolean has(int client) {
      return client % count == index;
    }
  }

  /** Record with its place in the file, by which records of the same time are sorted. */
  private record Placed(TraceRecord record, long index) implements Comparable<Placed> {

    @Override
    public int compareTo(Placed other) {
      int byTime = Long.compare(record.time(), other.record.time());
      return byTime != 0 ? byTime : Long.compare(index, other.index);
    }
  }

  /**
   * Session whose records are being read, and the operations that wait for their reply.
   *
   * @param own whether its client runs on this machine
   */
  private record FedSession(int client, int kind, boolean own, Deque<Sent> unanswered) {}

  /**
   * @param machine this machine
   * @param clients number of clients on all machines
   */
  TraceFeed(
      ReplayOptions options,
      Machine machine,
      ReplayTarget target,
      int clients,
      ReplayStatistics statistics,
      BooleanSupplier ended) {
    this.options = options;
    this.machine = machine;
    this.target = target;
    texts = target.texts();
    this.statistics = statistics;
    this.ended = ended;
    rule = new WaitRule(options.order());
    int count = options.order() == Order.NONE ? 1 : clients;
    for (int i = 0; i < count; i++) {
      queues.add(new ClientQueue(buffered, statistics.unstarted()));
      free.add(i);
    }
    thread.setDaemon(true);
    thread.start();
  }

  /** Queue of a client. */
  ClientQueue queue(int client) {
    return queues.get(client % queues.size());
  }

  /** Time in the recording at which the replay begins: that of the first session. */
  long begin() {
    return begin;
  }

  /** Attributes of the first session of a kind. */
  Map<String, String> attributes(int kind) {
    return attributes.isEmpty() ? Map.of() : attributes.get(kind);
  }

  /** Stops reading. Returns the number of operations that no client took from its queue. */
  long close() throws InterruptedException {
    closed = true;
    thread.join();
    return queues.stream().mapToLong(ClientQueue::operations).sum();
  }

  private boolean stopped() {
    return closed || ended.getAsBoolean();
  }

  private void run() {
    try (TraceReader reader = TraceReader.open(options.trace())) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        sorted.add(new Placed(next, index++));
        while (sorted.element().record.time() < next.time() - SKEW) {
          accept(sorted.remove().record);
        }
        while (buffered.get() > MOST_BUFFERED && !stopped()) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        if (stopped()) {
          return;
        }
      }
      acceptRest();
      statistics.readAll();
    } catch (TraceException e) {
      statistics.fail(e.getMessage() + ".");
      acceptRest();
    } catch (RuntimeException | Error e) {
      statistics.fail("The trace could not be read: " + e + ".");
    } finally {
      queues.forEach(ClientQueue::complete);
      statistics.unstarted().complete();
    }
  }

  /** Accepts the records that were read, after the last one or where the trace is damaged. */
  private void acceptRest() {
    while (!sorted.isEmpty()) {
      accept(sorted.remove().record);
    }
    sessions.values().forEach(session -> flush(session, true));
  }

  private void accept(TraceRecord record) {
    if (!begun) {
      begun = true;
      begin = record.time();
    }
    if (record instanceof SessionStart start) {
      begin(start);
    } else if (record instanceof Operation operation) {
      operation(operation);
    } else if (record instanceof Reply reply) {
      reply(reply);
    } else if (record instanceof SessionEnd end) {
      end(end);
    }
  }

  private void begin(SessionStart start) {
    FedSession session = session(start.session(), kind(start.attributes()));
    if (options.order() != Order.NONE && session.own) {
      queue(session.client).add(new ReplayItem.Begin(start));
    }
  }

  /** Returns the number of a session's kind. Sessions that keep their order need none. */
  private int kind(Map<String, String> ofSession) {
    Object kind = options.order() == Order.NONE ? target.kind(ofSession) : "";
    return kinds.computeIfAbsent(
        kind,
        key -> {
          attributes.add(ofSession);
          return attributes.size() - 1;
        });
  }

  /** Returns a session. One that began before the trace gets a client too. */
  private FedSession session(int number, int kind) {
    FedSession session = sessions.get(number);
    if (session == null) {
      Integer next = free.poll();
      int client = next == null ? number % queues.size() : next;
      session = new FedSession(client, kind, machine.has(client), new ArrayDeque<>());
      sessions.put(number, session);
    }
    return session;
  }

  private void operation(Operation operation) {
    OperationText text = texts.describe(operation);
    FedSession session = session(operation.session(), 0);
    if (options.operations() == Selection.READS && text.write() && !text.control()) {
      if (session.own) {
        statistics.filter();
      }
      return;
    }
    StatementStatistics statement = statistics.of(text); // also of others: the limit is common
    if (!session.own) {
      return;
    }
    List<Place> before = rule.before(operation.session(), text);
    session.unanswered.add(
        new Sent(operation, session.kind, statement, text, before, rule.placesOfSent(text)));
  }

  private void reply(Reply reply) {
    texts.replied(reply);
    FedSession session = session(reply.session(), 0);
    for (Sent sent : session.unanswered) {
      if (sent.operation().sequence() == reply.sequence()) {
        if (reply.outcome() == Outcome.NONE) {
          sent.answered(reply, List.of(), List.of());
        } else {
          boolean failed = reply.outcome() == Outcome.ERROR;
          List<Place> changes = rule.changesBefore(sent.text());
          sent.answered(reply, changes, rule.places(reply.session(), sent.text(), failed));
        }
        break;
      }
    }
    flush(session, false);
  }

  /** Queues the operations that are answered, or all if no reply will follow. */
  private void flush(FedSession session, boolean all) {
    while (!session.unanswered.isEmpty()
        && (all || session.unanswered.element().recorded() != null)) {
      Sent sent = session.unanswered.remove();
      Reply reply = sent.recorded();
      boolean read = !sent.text().write() && reply != null && reply.outcome() == Outcome.ROWS;
      if (options.operations() == Selection.WRITES && read) {
        statistics.filter();
        sent.complete();
      } else {
        statistics.queued();
        queue(session.client).add(sent);
      }
    }
  }

  private void end(SessionEnd end) {
    texts.ended(end.session());
    rule.ended(end.session());
    FedSession session = sessions.remove(end.session());
    if (session != null) {
      flush(session, true);
      if (options.order() != Order.NONE && session.own) {
        queue(session.client).add(new ReplayItem.End(end));
      }
      free.add(session.client);
    }
  }
}
