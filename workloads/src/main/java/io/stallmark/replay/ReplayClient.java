package io.stallmark.replay;

import io.stallmark.replay.OperationOrder.Place;
import io.stallmark.replay.ReplayItem.Begin;
import io.stallmark.replay.ReplayItem.End;
import io.stallmark.replay.ReplayItem.Sent;
import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.ReplayResult.ReplyFigures;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Client of a replay: sends the operations of its sessions and compares the replies. */
final class ReplayClient implements Replayer {

  static final int MOST_EXAMPLES = 3;

  /** Reason for which operations are skipped that lost a conflict of transactions. */
  private static final String CONFLICT = "conflict";

  /** Reason for a statement whose file the operations after it do not send. */
  private static final String FILE = "infile";

  private final ReplayOptions options;
  private final ReplayTarget target;
  private final TraceFeed feed;
  private final ClientQueue queue;
  private final ReplayStatistics statistics;
  private final BooleanSupplier ended;
  private final Map<Integer, RawSession> sessions = new HashMap<>(); // by number or kind
  private final Map<Integer, Sent> reading = new HashMap<>(); // a file, by session
  private @Nullable Sent taken;
  private @Nullable RawSession opened; // and not connected
  private String reason = ""; // for which the operation that was taken cannot be sent
  private @Nullable DbException lost; // the connection, before the operation that was taken is sent
  private boolean write;
  private long rows;
  private long held; // nanoseconds that the operation waited for others
  private long free; // when the previous operation ended

  ReplayClient(
      ReplayOptions options,
      ReplayTarget target,
      TraceFeed feed,
      int index,
      ReplayStatistics statistics,
      BooleanSupplier ended) {
    this.options = options;
    this.target = target;
    this.feed = feed;
    this.queue = feed.queue(index);
    this.statistics = statistics;
    this.ended = ended;
  }

  @Override
  public long next() {
    for (ReplayItem item = take(); item != null; item = take()) {
      if (item instanceof End end) {
        close(sessions.remove(end.end().session()));
      } else if (item instanceof Sent sent && sendable(sent)) {
        taken = sent;
        write = sent.text().write();
        return options.speed() == 0
            ? AT_ONCE
            : (long) ((sent.operation().time() - feed.begin()) / options.speed());
      }
    }
    return OVER;
  }

  /** Takes the next item, and connects its session. */
  private @Nullable ReplayItem take() {
    ReplayItem item =
        queue.take(
            ended, sent -> reason = sessionOf(sent).unsendable(sent.operation(), sent.recorded()));
    if (item instanceof Begin begin) {
      session(begin.start().session(), begin.start().attributes());
    }
    connect();
    return item;
  }

  private RawSession session(int number, Map<String, String> attributes) {
    return sessions.computeIfAbsent(number, key -> opened = target.session(attributes));
  }

  private RawSession sessionOf(Sent sent) {
    int number = options.order() == Order.NONE ? sent.kind() : sent.operation().session();
    return session(number, feed.attributes(sent.kind()));
  }

  private void connect() {
    RawSession session = opened;
    opened = null;
    try {
      if (session != null) {
        session.connect();
      }
    } catch (DbException e) {
      // The session's first operation connects again, and reports the failure.
    }
  }

  /** Whether an operation can be sent; counts it as skipped if not. */
  private boolean sendable(Sent sent) {
    RawSession session = sessionOf(sent);
    lost = null;
    if (reason.isEmpty() && options.order() == Order.NONE && session.readsFile(sent.operation())) {
      reason = FILE;
    }
    if (reason.isEmpty() && losesConflict(session, sent)) {
      reason = CONFLICT;
    }
    if (reason.isEmpty()) {
      return true;
    }
    statistics.skip(reason);
    sent.complete();
    return false;
  }

  /**
   * Ends the transaction of an operation that lost a conflict with another one. If it was sent, the
   * other transaction could lose instead, or wait for this one forever.
   */
  private boolean losesConflict(RawSession session, Sent sent) {
    Reply recorded = sent.recorded();
    if (recorded == null || !options.order().spansSessions() || !session.isConflict(recorded)) {
      return false;
    }
    try {
      session.loseConflict(sent.operation(), recorded);
      return true;
    } catch (DbException e) {
      lost = e;
      return false;
    }
  }

  private Sent current() {
    return Objects.requireNonNull(taken, "next() takes an operation first");
  }

  @Override
  public void waitForOrder() {
    held = 0;
    waitFor(current().before());
    waitFor(current().changesBefore());
  }

  private void waitFor(List<Place> places) {
    for (Place place : places) {
      if (!place.isDone()) {
        long since = System.nanoTime();
        if (!place.await(options.orderPatience(), ended) && !ended.getAsBoolean()) {
          statistics.outOfOrder();
        }
        held += System.nanoTime() - since;
      }
    }
  }

  @Override
  public void execute(long intended) throws DbException {
    Sent sent = current();
    taken = null;
    long start = System.nanoTime();
    late(intended, start);
    RawReply reply;
    try {
      reply = send(sent);
    } finally {
      free = System.nanoTime();
      sent.complete();
    }
    rows = reply.rows() + reply.affected();
    compare(sent, answered(sent, reply), reply, free - start, Math.max(0, free - intended));
  }

  /**
   * Returns the operation that a reply answers; null: none yet, because the server reads a file.
   * Its last part is answered with the reply to the statement.
   */
  private @Nullable Sent answered(Sent sent, RawReply reply) {
    int session = sent.operation().session();
    Reply recorded = sent.recorded();
    boolean known = recorded != null && recorded.outcome() != Outcome.NONE;
    if (reply.outcome() == Outcome.NONE && !known) {
      return sent; // a part of a file, or an operation without a reply
    }
    Sent statement = reading.remove(session);
    if (reply.outcome() == Outcome.NONE) {
      reading.put(session, sent);
      return null;
    }
    return statement == null || known ? sent : statement;
  }

  private RawReply send(Sent sent) throws DbException {
    if (lost != null) {
      throw lost;
    }
    return sessionOf(sent).send(sent.operation(), sent.recorded());
  }

  private void late(long intended, long start) {
    long late = Math.max(0, start - intended);
    long behind = Math.min(late, Math.max(0, free - intended));
    long waited = Math.min(held, late - behind);
    statistics.late(behind, waited, late - behind - waited);
  }

  private void compare(
      Sent sent, @Nullable Sent answered, RawReply reply, long service, long response)
      throws DbException {
    Reply recorded = answered == null ? null : answered.recorded();
    boolean compares = ReplyComparison.compares(options.compare(), recorded);
    DifferenceKind difference = ReplyComparison.difference(options.compare(), recorded, reply);
    long number =
        sent.statement()
            .add(
                recorded == null || recorded.latency() == 0 ? -1 : recorded.latency(),
                service,
                response,
                compares,
                difference);
    if (difference != null && answered != null && recorded != null && number <= MOST_EXAMPLES) {
      statistics.differs(example(answered, difference, recorded, reply));
    }
    boolean unknown = recorded == null || recorded.outcome() == Outcome.NONE;
    if (difference == DifferenceKind.ERROR_NEW || (unknown && reply.outcome() == Outcome.ERROR)) {
      throw new DbException(
          DbException.Kind.FATAL, String.valueOf(reply.errorCode()), reply.message());
    }
  }

  private static Difference example(
      Sent sent, DifferenceKind kind, Reply recorded, RawReply replayed) {
    Operation operation = sent.operation();
    return new Difference(
        kind,
        sent.statement().command(),
        sent.statement().fingerprint(),
        operation.session(),
        operation.sequence(),
        operation.time(),
        new ReplyFigures(
            recorded.errorCode(), recorded.rows(), recorded.affected(), recorded.hash()),
        new ReplyFigures(
            replayed.errorCode(), replayed.rows(), replayed.affected(), replayed.hash()),
        replayed.message());
  }

  @Override
  public boolean writes() {
    return write;
  }

  @Override
  public long rows() {
    return rows;
  }

  private static void close(@Nullable RawSession session) {
    if (session != null) {
      session.close();
    }
  }

  @Override
  public void close() {
    if (taken != null) {
      taken.complete();
      taken = null;
      statistics.dropped();
    }
    sessions.values().forEach(RawSession::close);
    sessions.clear();
  }
}
