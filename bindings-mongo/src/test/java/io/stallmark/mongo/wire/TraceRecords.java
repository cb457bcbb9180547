package io.stallmark.mongo.wire;

import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps records, and checks what holds of all of them. */
final class TraceRecords implements TraceSink {

  private final List<TraceRecord> all = new ArrayList<>();
  private final Map<String, Integer> omitted = new TreeMap<>();
  private long latest;

  @Override
  public void record(TraceRecord record) {
    if (record.time() < latest) {
      throw new IllegalArgumentException("descending time: " + record);
    }
    latest = record.time();
    all.add(record);
  }

  @Override
  public void omitted(String command) {
    omitted.merge(command, 1, Integer::sum);
  }

  Map<String, Integer> omissions() {
    return omitted;
  }

  List<Operation> operations() {
    return only(Operation.class);
  }

  List<Gap> gaps() {
    return only(Gap.class);
  }

  private <T> List<T> only(Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  Reply reply(Operation operation) {
    List<Reply> replies =
        only(Reply.class).stream().filter(r -> r.sequence() == operation.sequence()).toList();
    if (replies.size() != 1) {
      throw new IllegalStateException(replies.size() + " replies to " + operation.sequence());
    }
    return replies.get(0);
  }

  /** Name, error code, documents and changed documents of each operation. */
  List<String> summary() {
    return operations().stream()
        .map(
            operation -> {
              Reply reply = reply(operation);
              return String.join(
                  " ",
                  CommandFingerprint.of(operation.command(), operation.body()).command(),
                  "" + reply.errorCode(),
                  "" + reply.rows(),
                  "" + reply.affected());
            })
        .toList();
  }

  /** Texts of the records without their times. */
  List<String> texts() {
    return all.stream().map(TraceRecords::text).toList();
  }

  private static String text(TraceRecord record) {
    if (record instanceof Operation o) {
      return o.sequence() + " " + o.command() + " " + Arrays.hashCode(o.body());
    }
    if (record instanceof Reply r) {
      return r.sequence()
          + (" " + r.outcome() + " " + r.errorCode() + " " + r.rows() + " " + r.affected())
          + (" " + r.bytes() + " " + r.hash() + " " + Arrays.hashCode(r.body()));
    }
    Gap gap = (Gap) record;
    return "gap " + gap.operations() + " " + gap.reason();
  }
}
