package io.stallmark.mysql;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A session with shorthands for tests. */
final class Client implements AutoCloseable {

  final Session session;

  Client(Database database) throws DbException {
    session = database.session();
  }

  /** Executes once; numbers and texts fill the slots in order. */
  long run(Op op, Object... values) throws DbException {
    Args args = Args.of(op);
    fill(args, values);
    return session.prepare(op).execute(args, null);
  }

  /** Any text at all. */
  long sql(String text) throws DbException {
    return run(Fixtures.sql(text));
  }

  List<Long> numbers(Op op, Object... values) throws DbException {
    Args args = Args.of(op);
    fill(args, values);
    List<Long> numbers = new ArrayList<>();
    session.prepare(op).execute(args, row -> numbers.add(row.getLong(0)));
    return numbers;
  }

  List<String> texts(Op op, Object... values) throws DbException {
    Args args = Args.of(op);
    fill(args, values);
    List<String> texts = new ArrayList<>();
    byte[] buffer = new byte[1000];
    session
        .prepare(op)
        .execute(
            args,
            row -> {
              int length = row.getText(0, buffer);
              texts.add(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
            });
    return texts;
  }

  List<String> texts(String sql) throws DbException {
    return texts(Fixtures.sql(sql));
  }

  /** Rows {@code from} to {@code to} by one execution of a batch, each with k = 10 × id. */
  static long insert(Statement batch, Op.Insert op, int from, int to) throws DbException {
    Args args = Args.of(op);
    for (int id = from; id <= to; id++) {
      fill(args.row(id - from), id, 10 * id, "c" + id, "pad" + id);
    }
    return batch.execute(args, null);
  }

  static void fill(Args args, Object... values) {
    for (int slot = 0; slot < values.length; slot++) {
      if (values[slot] instanceof Number number) {
        args.set(slot, number.longValue());
      } else {
        byte[] bytes = values[slot].toString().getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, args.text(slot), 0, bytes.length);
        args.length(slot, bytes.length);
      }
    }
  }

  @Override
  public void close() {
    session.close();
  }
}
