package io.stallmark.ycsb;

import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.text.Text;
import io.stallmark.ycsb.RecordMix.Operation;
import io.stallmark.ycsb.data.FieldContent;
import io.stallmark.ycsb.data.FieldShape;
import io.stallmark.ycsb.request.KeyChooser;
import io.stallmark.ycsb.request.RecordNumbers;
import io.stallmark.ycsb.request.RequestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Executes YCSB's operations, each as a transaction without begin and commit. */
final class RecordClient implements Client {

  private final YcsbOptions options;
  private final RecordNumbers numbers;
  private final long contentOfRun;
  private final Rng rng;
  private final List<Operation> operations;
  private final RecordMix.Draw draw;
  private final KeyChooser chooser;
  private final FieldContent content;
  private final @Nullable RowSink comparison;

  /** Reads of all fields, or of each field. */
  private final List<PreparedOperation> reads = new ArrayList<>();

  /** Updates of all fields, or of each field. */
  private final List<PreparedOperation> updates = new ArrayList<>();

  private final @Nullable PreparedOperation insert;
  private final @Nullable PreparedOperation scan;
  private int kind;
  private long record;
  private int field;

  /**
   * @param contentOfRun a number that differs between runs. Updates with the bytes of an earlier
   *     run of the same seed would change nothing.
   */
  RecordClient(
      YcsbOptions options,
      RequestKeys requests,
      RecordNumbers numbers,
      long contentOfRun,
      Session session,
      Slice slice)
      throws DbException {
    this.options = options;
    this.numbers = numbers;
    this.contentOfRun = contentOfRun;
    rng = slice.rng();
    RecordMix mix = options.mix();
    operations = mix.operations();
    draw = mix.draw();
    chooser = requests.chooser();
    content = options.content();
    comparison = options.integrity() ? this::compare : null;
    UserTable table = options.table();
    List<String> names = options.fields().names();
    boolean modifies = mix.has(Operation.READ_MODIFY_WRITE);
    if (mix.has(Operation.READ) || modifies) {
      if (options.readsAll()) {
        reads.add(PreparedOperation.of(session, table.read()).expect(1));
      } else {
        for (String name : names) {
          reads.add(PreparedOperation.of(session, table.read(name)).expect(1));
        }
      }
    }
    long changed = options.changesFields() ? 1 : 0;
    if (mix.has(Operation.UPDATE) || modifies) {
      if (options.writesAll()) {
        updates.add(PreparedOperation.of(session, table.update(names)).expect(changed));
      } else {
        for (String name : names) {
          updates.add(PreparedOperation.of(session, table.update(List.of(name))).expect(changed));
        }
      }
    }
    insert =
        mix.has(Operation.INSERT)
            ? PreparedOperation.of(session, table.insert("insert_record", 1)).expect(1)
            : null;
    scan = mix.has(Operation.SCAN) ? PreparedOperation.of(session, table.scan()).expect(1) : null;
  }

  @Override
  public int kind() {
    return kind;
  }

  @Override
  public void transaction() throws DbException {
    kind = draw.next(rng);
    switch (operations.get(kind)) {
      case READ -> read(chooser.next(rng));
      case UPDATE -> update(chooser.next(rng));
      case INSERT -> insert();
      case SCAN -> scan(chooser.next(rng));
      case READ_MODIFY_WRITE -> {
        long both = chooser.next(rng);
        read(both);
        update(both);
      }
    }
  }

  private int any(int count) {
    return count == 1 ? 0 : (int) rng.uniform(0, count - 1);
  }

  private void read(long number) throws DbException {
    record = number;
    field = any(reads.size());
    PreparedOperation read = reads.get(field);
    options.keys().write(number, read.args(), 0);
    read.execute(comparison);
  }

  /** Compares a read row with the content that follows from its key. */
  private void compare(Row row) throws DbException {
    content.turnTo(record);
    if (!options.readsAll()) {
      check(field, row, 0);
      return;
    }
    for (int i = 0; i < options.fields().count(); i++) {
      check(i, row, i + 1);
    }
  }

  private void check(int number, Row row, int column) throws DbException {
    if (!content.isContent(number, row, column)) {
      throw new DbException(
          Kind.FATAL,
          "INTEGRITY",
          Text.format(
              "%s of the record %s is not what was written",
              FieldShape.name(number), options.keys().text(record)));
    }
  }

  private void update(long number) throws DbException {
    int changed = any(updates.size());
    PreparedOperation update = updates.get(changed);
    content.turnTo(number, rng.nextLong() ^ contentOfRun);
    int slot = 0;
    if (options.writesAll()) {
      for (; slot < options.fields().count(); slot++) {
        content.write(slot, update.args(), slot);
      }
    } else {
      content.write(changed, update.args(), slot++);
    }
    options.keys().write(number, update.args(), slot);
    update.execute();
  }

  private void insert() throws DbException {
    PreparedOperation call = Objects.requireNonNull(insert);
    long number = numbers.take();
    try {
      RecordLoader.fill(content, options, numbers.record(number), call.args());
      call.execute();
    } catch (DbException e) {
      if (e.kind() == Kind.DUPLICATE_KEY) {
        numbers.inserted(number);
      } else {
        numbers.failed(number);
      }
      throw e;
    }
    numbers.inserted(number);
  }

  private void scan(long number) throws DbException {
    PreparedOperation call = Objects.requireNonNull(scan);
    options.keys().write(number, call.args(), 0);
    call.args().set(1, rng.uniform(1, options.longestScan()));
    call.execute();
  }
}
