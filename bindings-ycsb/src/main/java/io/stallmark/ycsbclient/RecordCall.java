package io.stallmark.ycsbclient;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Order;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a call of a binding of YCSB. Immutable.
 *
 * @param table name of the table
 * @param key slot of the key
 * @param fields fields that are read or written, in the order of the slots; of a read without the
 *     key
 * @param slots slots of the written fields
 * @param columns columns of the rows that a read passes on, in this order
 * @param all whether a read reads all fields of the table
 * @param limit slot of the number of records of a scan; −1: {@code most}
 * @param most number of records of a scan
 * @param rows records of an insert
 */
record RecordCall(
    Method method,
    String table,
    int key,
    List<String> fields,
    List<Integer> slots,
    List<String> columns,
    boolean all,
    int limit,
    int most,
    int rows) {

  /** Methods of a binding. */
  enum Method {
    READ,
    SCAN,
    UPDATE,
    INSERT;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Name that a row's key has in {@code columns}. */
  static final String KEY = "";

  /** Records of a scan without a limit. */
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * @throws RefusedException when the operation is no read, write or scan by key
   */
  static RecordCall of(Op op) {
    RecordCall call = null;
    if (op instanceof Op.Read read) {
      call = read(read);
    } else if (op instanceof Op.Insert insert) {
      call = insert(insert);
    } else if (op instanceof Op.Update update) {
      call = update(update);
    }
    if (call == null) {
      throw new RefusedException(
          op.name()
              + ": bindings of YCSB have only reads, inserts and updates of one record by its key,"
              + " and scans from a key on");
    }
    return call;
  }

  /** Whether the rows of a table are records of YCSB: a key and fields, all of them texts. */
  static boolean isOfRecords(Table table) {
    return table.primaryKey().size() == 1
        && table.indexes().isEmpty()
        && table.columns().stream()
            .allMatch(
                column ->
                    table.primaryKey().contains(column.name())
                        ? column.type() instanceof Type.Varchar
                        : column.type() instanceof Type.LongText);
  }

  private static @Nullable RecordCall read(Op.Read read) {
    if (!isOfRecords(read.table())
        || !(read.select() instanceof Select.Columns columns)
        || read.skip() > 0
        || read.forUpdate()) {
      return null;
    }
    String keyColumn = read.table().primaryKey().get(0);
    List<String> names = columns.names().stream().map(c -> c.equals(keyColumn) ? KEY : c).toList();
    List<String> fields = names.stream().filter(c -> !c.equals(KEY)).toList();
    boolean all = fields.isEmpty() || fields.size() == read.table().columns().size() - 1;
    Method method;
    Value value;
    if (read.where() instanceof Predicate.Equal equal && equal.column().equals(keyColumn)) {
      method = Method.READ;
      value = equal.value();
    } else if (read.where() instanceof Predicate.AtLeast least
        && least.column().equals(keyColumn)
        && read.orderBy().equals(List.of(new Order(keyColumn, false)))) {
      method = Method.SCAN;
      value = least.value();
    } else {
      return null;
    }
    int limit = read.limit() instanceof Value.Slot ? slot(read, read.limit()) : -1;
    long most = read.limitRows() == 0 ? NO_LIMIT : read.limitRows();
    return new RecordCall(
        method,
        read.table().name(),
        slot(read, value),
        fields,
        List.of(),
        names,
        all,
        limit,
        (int) Math.min(most, NO_LIMIT),
        1);
  }

  private static @Nullable RecordCall insert(Op.Insert insert) {
    boolean plain =
        (insert.form() == Op.Insert.Form.PLAIN || insert.form() == Op.Insert.Form.UNORDERED)
            && insert.onConflict().isEmpty();
    if (!isOfRecords(insert.table()) || !plain) {
      return null;
    }
    String keyColumn = insert.table().primaryKey().get(0);
    int key = -1;
    List<String> fields = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < insert.columns().size(); i++) {
      int slot = slot(insert, insert.values().get(i));
      if (insert.columns().get(i).equals(keyColumn)) {
        key = slot;
      } else {
        fields.add(insert.columns().get(i));
        slots.add(slot);
      }
    }
    return write(Method.INSERT, insert.table(), key, fields, slots, insert.rows());
  }

  private static RecordCall write(
      Method method, Table table, int key, List<String> fields, List<Integer> slots, int rows) {
    return new RecordCall(method, table.name(), key, fields, slots, List.of(), false, -1, 0, rows);
  }

  private static @Nullable RecordCall update(Op.Update update) {
    if (!isOfRecords(update.table())
        || !update.replaced().isEmpty()
        || !(update.where() instanceof Predicate.Equal equal)
        || !update.table().primaryKey().contains(equal.column())) {
      return null;
    }
    List<String> fields = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    for (Assignment assignment : update.assignments()) {
      if (!(assignment instanceof Assignment.Set set)) {
        return null;
      }
      fields.add(set.column());
      slots.add(slot(update, set.value()));
    }
    int key = slot(update, equal.value());
    return write(Method.UPDATE, update.table(), key, fields, slots, 1);
  }

  private static int slot(Op op, @Nullable Value value) {
    List<String> names = op.params().stream().map(Param::name).toList();
    int slot = value instanceof Value.Slot given ? names.indexOf(given.param()) : -1;
    if (slot < 0) {
      throw new RefusedException(op.name() + ": bindings of YCSB take values only, no literals");
    }
    return slot;
  }

  /** The call as its name in YCSB and its fields. */
  @Override
  public String toString() {
    String what = all ? "all fields" : String.join(", ", fields);
    return method.word() + "(" + table + ", key, " + what + ")";
  }
}
