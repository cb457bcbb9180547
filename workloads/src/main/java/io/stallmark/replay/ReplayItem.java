package io.stallmark.replay;

import io.stallmark.replay.OperationOrder.Place;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client does next. */
sealed interface ReplayItem {

  /** A session begins. */
  record Begin(SessionStart start) implements ReplayItem {}

  /** A session ends. */
  record End(SessionEnd end) implements ReplayItem {}

  /** Operation with its recorded reply. Written by the reader's thread until a client takes it. */
  final class Sent implements ReplayItem {

    /** Estimate of the memory of an item without its bodies, bytes. */
    private static final long OVERHEAD = 300;

    private final Operation operation;
    private final int kind;
    private final StatementStatistics statement;
    private final OperationText text;
    private final List<Place> before;
    private final List<Place> sentPlaces;
    private List<Place> changesBefore = List.of();
    private List<Place> places = List.of();
    private @Nullable Reply recorded;

    /**
     * @param kind number of the kind of its session
     * @param before places of the operations that must be done before
     * @param sentPlaces the operation's own places in the order of sending
     */
    Sent(
        Operation operation,
        int kind,
        StatementStatistics statement,
        OperationText text,
        List<Place> before,
        List<Place> sentPlaces) {
      this.operation = operation;
      this.kind = kind;
      this.statement = statement;
      this.text = text;
      this.before = before;
      this.sentPlaces = sentPlaces;
    }

    /**
     * Sets the recorded reply.
     *
     * @param changes places of further operations that must be done before
     * @param own the operation's own places in the order of replies
     */
    void answered(Reply reply, List<Place> changes, List<Place> own) {
      recorded = reply;
      changesBefore = changes;
      places = own;
    }

    Operation operation() {
      return operation;
    }

    int kind() {
      return kind;
    }

    @Nullable Reply recorded() {
      return recorded;
    }

    StatementStatistics statement() {
      return statement;
    }

    OperationText text() {
      return text;
    }

    List<Place> before() {
      return before;
    }

    List<Place> changesBefore() {
      return changesBefore;
    }

    /** Reports that the operation is done, or is not sent. */
    void complete() {
      sentPlaces.forEach(Place::complete);
      places.forEach(Place::complete);
    }

    long bytes() {
      Reply reply = recorded;
      return OVERHEAD + operation.body().length + (reply == null ? 0 : reply.body().length);
    }
  }
}
