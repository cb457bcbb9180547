package io.stallmark.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A session that records every statement, begin, commit and rollback. Reads return no rows. */
public final class RecordingSession implements Session {

  /** Values of the slots of one row, by parameter name. */
  public record Values(Map<String, Object> slots) {

    public long number(String param) {
      return (Long) Objects.requireNonNull(slots.get(param), param);
    }

    public String text(String param) {
      return (String) Objects.requireNonNull(slots.get(param), param);
    }
  }

  /** One execution of a statement, or a begin, commit or rollback. */
  public record Call(String name, String table, List<Values> rows) {

    public long number(String param) {
      return rows.get(0).number(param);
    }

    public String text(String param) {
      return rows.get(0).text(param);
    }
  }

  public final List<Call> calls = new ArrayList<>();
  public final List<Op> prepared = new ArrayList<>();

  /** Names of the recorded calls: statements, begin, commit and rollback. */
  public List<String> names() {
    return calls.stream().map(Call::name).toList();
  }

  public List<Call> named(String name) {
    return calls.stream().filter(call -> call.name().equals(name)).toList();
  }

  @Override
  public Statement prepare(Op op) {
    prepared.add(op);
    return (args, sink) -> {
      List<Values> rows = new ArrayList<>();
      for (int row = 0; row < args.rows(); row++) {
        rows.add(values(op, args, row));
      }
      calls.add(new Call(op.name(), table(op), rows));
      return args.rows();
    };
  }

  private static Values values(Op op, Args args, int row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int slot = 0; slot < op.params().size(); slot++) {
      Param param = op.params().get(slot);
      values.put(
          param.name(),
          param.type() instanceof Type.Text
              ? new String(args.getText(row, slot), 0, args.getLength(row, slot), US_ASCII)
              : (Object) args.getLong(row, slot));
    }
    return new Values(values);
  }

  /** Name of the table of an operation; empty: its text names it. */
  public static String table(Op op) {
    if (op instanceof Op.Read read) {
      return read.table().name();
    } else if (op instanceof Op.Insert insert) {
      return insert.table().name();
    } else if (op instanceof Op.Update update) {
      return update.table().name();
    } else if (op instanceof Op.Delete delete) {
      return delete.table().name();
    }
    return "";
  }

  @Override
  public void begin() {
    calls.add(new Call("begin", "", List.of()));
  }

  @Override
  public void commit() {
    calls.add(new Call("commit", "", List.of()));
  }

  @Override
  public void rollback() {
    calls.add(new Call("rollback", "", List.of()));
  }

  @Override
  public void close() {}
}
