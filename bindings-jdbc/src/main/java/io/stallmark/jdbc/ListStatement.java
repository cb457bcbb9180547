package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation with a list of values. It is prepared for each length up to {@value #EVERY}, then
 * for each power of two. Shorter lists are padded with their last value, which selects the same
 * rows. Nothing is prepared between two executions.
 */
final class ListStatement implements Statement {

  private static final int EVERY = 16;

  private final int slot;
  private final Statement[] byLength;

  private ListStatement(int slot, Statement[] byLength) {
    this.slot = slot;
    this.byLength = byLength;
  }

  /** Prepares the operation for a list of a given length. */
  interface Preparation {
    Statement prepare(int values) throws DbException;
  }

  /** Slot of the operation's list; −1 if it has none. */
  static int slot(Op op) {
    List<Param> params = op.params();
    List<Param> lists = params.stream().filter(Param::isList).toList();
    if (lists.size() > 1) {
      throw new IllegalArgumentException(op.name() + " has more than one list");
    }
    return lists.isEmpty() ? -1 : params.indexOf(lists.get(0));
  }

  static ListStatement prepare(Op op, Preparation preparation) throws DbException {
    int slot = slot(op);
    Statement[] byLength = new Statement[op.params().get(slot).most() + 1];
    for (int length = 1, size = 0; length < byLength.length; length++) {
      if (length > size) {
        size = Math.min(length <= EVERY ? length : 2 * size, byLength.length - 1);
        byLength[length] = preparation.prepare(size);
      } else {
        byLength[length] = byLength[length - 1];
      }
    }
    return new ListStatement(slot, byLength);
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    return byLength[args.getLength(0, slot)].execute(args, sink);
  }
}
