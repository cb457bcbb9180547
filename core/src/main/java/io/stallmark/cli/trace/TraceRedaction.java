package io.stallmark.cli.trace;

import io.stallmark.spi.wire.OperationRedactor;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.trace.TraceOrigin;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Redaction of the records of a trace. An operation that cannot be read becomes a gap. */
final class TraceRedaction implements TraceCopy.Selection {

  /** Attributes of a session that name who sends. */
  private static final List<String> SENDERS = List.of("user", "application");

  private final ValueMask mask;
  private final OperationRedactor redactor;
  private long unreadable;

  TraceRedaction(ValueMask mask, OperationRedactor redactor) {
    this.mask = mask;
    this.redactor = redactor;
  }

  /** Origin of the copy. Contents of replies are not comparable with those of another server. */
  static TraceOrigin origin(TraceOrigin source) {
    Map<String, String> facts = new HashMap<>(source.facts());
    facts.put("redacted", "yes");
    return new TraceOrigin(
        source.family(),
        source.source(),
        source.stallmark(),
        source.server(),
        facts,
        source.start(),
        source.clockResolution(),
        source.replies() == Replies.NONE ? Replies.NONE : Replies.ROWS);
  }

  /** Number of operations that could not be read. */
  long unreadable() {
    return unreadable;
  }

  @Override
  public void accept(TraceRecord record, Consumer<TraceRecord> copy) {
    if (record instanceof Operation operation) {
      Operation redacted = redactor.redact(operation);
      if (redacted == null) {
        unreadable++;
        copy.accept(new Gap(record.session(), record.time(), 1, "unreadable"));
      } else {
        copy.accept(redacted);
      }
    } else if (record instanceof Reply reply) {
      copy.accept(withoutContent(reply, redactor.replied(reply)));
    } else if (record instanceof SessionStart start) {
      redactor.began(start);
      copy.accept(new SessionStart(start.session(), start.time(), masked(start.attributes())));
    } else {
      if (record instanceof SessionEnd) {
        redactor.ended(record.session());
      }
      copy.accept(record);
    }
  }

  private Map<String, String> masked(Map<String, String> attributes) {
    Map<String, String> masked = new HashMap<>(attributes);
    SENDERS.forEach(name -> masked.computeIfPresent(name, (key, value) -> mask.text(value)));
    return masked;
  }

  private static Reply withoutContent(Reply reply, byte[] body) {
    return new Reply(
        reply.session(),
        reply.time(),
        reply.sequence(),
        reply.latency(),
        reply.firstByte(),
        reply.outcome(),
        reply.errorCode(),
        reply.rows(),
        reply.affected(),
        reply.bytes(),
        0,
        body);
  }
}
