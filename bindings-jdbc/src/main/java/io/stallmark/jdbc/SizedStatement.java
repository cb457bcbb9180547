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
 * An operation whose text depends on a size: the number of rows of a batch, or of values of a list.
 * A list is prepared for each length up to {@value #EVERY}, then for each power of two. Shorter
 * lists are padded with their last value, which selects the same rows. A batch is prepared in full,
 * and for the shorter last batch of a load when that is executed.
 */
final class SizedStatement implements Statement {

  private static final int EVERY = 16;
  private static final int OF_ROWS = -1;

  private final Preparation preparation;
  private final int slot;
  private final @Nullable Statement[] bySize;

  /** Prepares the operation for a given size. */
  interface Preparation {
    Statement prepare(int size) throws DbException;
  }

  private SizedStatement(Preparation preparation, int slot, int most) {
    this.preparation = preparation;
    this.slot = slot;
    bySize = new Statement[most + 1];
  }

  /**
   * Prepares the operation for the sizes that it can have.
   *
   * @throws IllegalArgumentException if the operation has more than one list
   */
  static Statement prepare(Op op, Preparation preparation) throws DbException {
    List<Param> lists = op.params().stream().filter(Param::isList).toList();
    if (lists.size() > 1) {
      throw new IllegalArgumentException(op.name() + " has more than one list");
    } else if (!lists.isEmpty()) {
      return ofList(preparation, op.params().indexOf(lists.get(0)), lists.get(0).most());
    } else if (op instanceof Op.Insert insert && insert.rows() > 1) {
      SizedStatement batch = new SizedStatement(preparation, OF_ROWS, insert.rows());
      batch.ofSize(insert.rows());
      return batch;
    }
    return preparation.prepare(1);
  }

  private static Statement ofList(Preparation preparation, int slot, int most) throws DbException {
    SizedStatement list = new SizedStatement(preparation, slot, most);
    for (int length = 1, size = 0; length <= most; length++) {
      if (length > size) {
        size = Math.min(length <= EVERY ? length : 2 * size, most);
      }
      list.bySize[length] = list.ofSize(size);
    }
    return list;
  }

  private Statement ofSize(int size) throws DbException {
    Statement statement = bySize[size];
    if (statement == null) {
      statement = preparation.prepare(size);
      bySize[size] = statement;
    }
    return statement;
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    int size = slot == OF_ROWS ? args.rows() : args.getLength(0, slot);
    return ofSize(size).execute(args, sink);
  }
}
