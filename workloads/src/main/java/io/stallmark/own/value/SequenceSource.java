package io.stallmark.own.value;

import io.stallmark.data.KeySequence;
import io.stallmark.data.Rng;
import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import java.util.List;
import java.util.Map;

/** Ascending numbers for new rows, each given to one transaction of all clients. */
final class SequenceSource implements ValueSource {

  private final KeySequence numbers = new KeySequence();
  private final String table;
  private final String column;

  private SequenceSource(String table, String column) {
    this.table = table;
    this.column = column;
  }

  /** Creates a sequence that begins with this number. */
  static SequenceSource from(long first) {
    SequenceSource source = new SequenceSource("", "");
    source.numbers.startAfter(first - 1);
    return source;
  }

  /** Creates a sequence that begins after the greatest number in a column. */
  static SequenceSource after(String table, String column) {
    return new SequenceSource(table, column);
  }

  @Override
  public Type type() {
    return Type.INT64;
  }

  @Override
  public void draw(Rng rng, Args values, int slot) {
    values.set(slot, numbers.next());
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public void begin(Session session) throws DbException {
    if (table.isEmpty()) {
      return;
    }
    Column key = new Column(column, Type.INT64, Column.Fill.REQUIRED);
    Op greatest =
        new Op.Read(
                "greatest",
                List.of(),
                new Table(table, List.of(key), List.of(), List.of(), Map.of()),
                Select.columns(column),
                new Predicate.All())
            .lastBy(column);
    numbers.startAfter(PreparedOperation.of(session, greatest).number(0));
  }

  @Override
  public void share(int machine, int machines) {
    numbers.share(machine, machines);
  }
}
