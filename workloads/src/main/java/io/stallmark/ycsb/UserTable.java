package io.stallmark.ycsb;

import static io.stallmark.model.Value.slot;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.ycsb.data.FieldShape;
import io.stallmark.ycsb.data.RecordKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * YCSB's table {@code usertable} and the operations on it. Columns and types are those of YCSB's
 * JDBC binding; in MongoDB, the key is {@code _id} and fields are binary, as in its MongoDB
 * binding.
 */
final class UserTable {

  private static final String KEY = "ycsb_key";
  private static final Type KEY_TYPE = new Type.Varchar(RecordKeys.LONGEST, true);
  private static final Predicate BY_KEY = new Predicate.Equal(KEY, slot("key"));

  private final Table table;
  private final FieldShape fields;

  UserTable(FieldShape fields) {
    this.fields = fields;
    Type fieldType = new Type.LongText(fields.length());
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(KEY, KEY_TYPE, Fill.REQUIRED));
    fields.names().forEach(name -> columns.add(new Column(name, fieldType, Fill.NULL)));
    table = new Table("usertable", columns, List.of(KEY), List.of(), Map.of());
  }

  Table table() {
    return table;
  }

  private List<String> columns() {
    return Stream.concat(Stream.of(KEY), fields.names().stream()).toList();
  }

  /** Inserts records. Slots: key, then every field. */
  Op insert(String name, int rows) {
    List<Value> values = new ArrayList<>(List.of(slot("key")));
    fields.names().forEach(field -> values.add(slot(field)));
    return new Op.Insert(name, table, columns(), values, rows, Form.PLAIN);
  }

  /** Reads a record: key and every field. Slots: key. */
  Op.Read read() {
    return new Op.Read("read_record", table, Select.unprojected(columns()), BY_KEY);
  }

  /** Reads one field of a record. Slots: key. */
  Op.Read read(String field) {
    return new Op.Read("read_record", table, Select.columns(field), BY_KEY);
  }

  /** Changes these fields of a record. Slots: every field, then key. */
  Op update(List<String> names) {
    List<Assignment> assignments =
        names.stream().<Assignment>map(name -> new Assignment.Set(name, slot(name))).toList();
    return new Op.Update("update_record", table, assignments, BY_KEY);
  }

  /** Reads records from a key on, in the order of keys. Slots: key, rows. */
  Op scan() {
    return new Op.Read(
            "scan_records",
            List.of(new Param("key", KEY_TYPE), new Param("rows", Type.INT32)),
            table,
            Select.unprojected(columns()),
            new Predicate.AtLeast(KEY, slot("key")))
        .orderBy(KEY)
        .limit(slot("rows"));
  }

  /** Reads the key of a record, or no row. Slots: key. */
  Op find() {
    return new Op.Read("find_record", table, Select.columns(KEY), BY_KEY);
  }

  /** Reads a record as a whole, for verification: key and every field. Slots: key. */
  Op whole() {
    return new Op.Read(
        "whole_record", table, Select.whole(columns().toArray(String[]::new)), BY_KEY);
  }

  /** Counts all records. No slots. */
  Op count() {
    return new Op.Read("count_records", table, new Select.Count());
  }
}
