package io.stallmark.ycsb;

import static io.stallmark.model.Value.slot;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
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
  private static final Param THE_KEY = new Param("key", new Type.Varchar(RecordKeys.LONGEST, true));
  private static final Predicate BY_KEY = new Predicate.Equal(KEY, slot("key"));

  private final Table table;
  private final FieldShape fields;
  private final Type fieldType;

  UserTable(FieldShape fields) {
    this.fields = fields;
    fieldType = new Type.LongText(fields.length());
    List<Column> columns = new ArrayList<>();
    columns.add(new Column(KEY, THE_KEY.type(), Fill.REQUIRED));
    fields.names().forEach(name -> columns.add(new Column(name, fieldType, Fill.NULL)));
    table = new Table("usertable", columns, List.of(KEY), List.of(), Map.of());
  }

  Table table() {
    return table;
  }

  private List<String> columns() {
    return Stream.concat(Stream.of(KEY), fields.names().stream()).toList();
  }

  private Param param(String field) {
    return new Param(field, fieldType);
  }

  /** Inserts records. Slots: key, then every field. */
  Op insert(String name, int rows) {
    List<Param> params = new ArrayList<>(List.of(THE_KEY));
    fields.names().forEach(field -> params.add(param(field)));
    return new Op.Insert(
        name, params, table, columns(), params.stream().map(p -> slot(p.name())).toList(), rows);
  }

  /** Reads a record: key and every field. Slots: key. */
  Op.Read read() {
    return new Op.Read(
        "read_record", List.of(THE_KEY), table, Select.unprojected(columns()), BY_KEY);
  }

  /** Reads one field of a record. Slots: key. */
  Op.Read read(String field) {
    return new Op.Read("read_record", List.of(THE_KEY), table, Select.columns(field), BY_KEY);
  }

  /** Changes these fields of a record. Slots: every field, then key. */
  Op update(List<String> names) {
    List<Param> params =
        Stream.concat(names.stream().map(this::param), Stream.of(THE_KEY)).toList();
    List<Assignment> assignments =
        names.stream().<Assignment>map(name -> new Assignment.Set(name, slot(name))).toList();
    return new Op.Update("update_record", params, table, assignments, BY_KEY);
  }

  /** Reads records from a key on, in the order of keys. Slots: key, rows. */
  Op scan() {
    return new Op.Read(
            "scan_records",
            List.of(THE_KEY, new Param("rows", Type.INT32)),
            table,
            Select.unprojected(columns()),
            new Predicate.AtLeast(KEY, slot("key")))
        .orderBy(KEY)
        .limit(slot("rows"));
  }

  /** Reads the key of a record, or no row. Slots: key. */
  Op find() {
    return new Op.Read("find_record", List.of(THE_KEY), table, Select.columns(KEY), BY_KEY);
  }

  /** Reads a record as a whole, for verification: key and every field. Slots: key. */
  Op whole() {
    return new Op.Read(
        "whole_record",
        List.of(THE_KEY),
        table,
        Select.whole(columns().toArray(String[]::new)),
        BY_KEY);
  }

  /** Counts all records. No slots. */
  Op count() {
    return new Op.Read("count_records", List.of(), table, new Select.Count(), new Predicate.All());
  }
}
