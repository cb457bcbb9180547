package io.stallmark.own.file;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Param;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.own.definition.OwnTable;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code tables}. */
final class TableReader {

  private static final String ROWS = "rows";
  private static final String KEY = "key";
  private static final String INSERT = "insert";
  private static final String WHOLE = "[+-]?\\d+";

  /** As {@code stallmark_tables} stores it. */
  private static final int LONGEST_NAME = 64;

  private final DeclaredValues values;

  TableReader(DeclaredValues values) {
    this.values = values;
  }

  OwnTable read(String name, YamlNode node) throws SpecException {
    Map<String, YamlNode> pairs = node.mapping(StatementReader.keys(ROWS, KEY, INSERT));
    if (name.length() > LONGEST_NAME || !name.matches("[A-Za-z_][\\w$]*")) {
      throw node.complaint("'" + name + "' is not a valid table name here");
    }
    if (pairs.containsKey(ROWS) != pairs.containsKey(INSERT)) {
      throw node.complaint("has either both of rows and insert, or none");
    }
    YamlNode rows = pairs.get(ROWS);
    YamlNode insert = pairs.get(INSERT);
    long count = rows == null ? 0 : rows.parsed(Quantity::count);
    if (rows != null && count < 1) {
      throw rows.complaint("must be 1 or more");
    }
    InsertedRow row = new InsertedRow(count, values);
    if (insert != null) {
      for (Map.Entry<String, YamlNode> each : insert.mapping().entrySet()) {
        row.add(each.getKey(), each.getValue());
      }
    }
    Table table =
        new Table(
            name,
            row.columns,
            key(pairs.get(KEY), row.columns),
            List.of(),
            new TableLayout.Native(texts(pairs)),
            Map.of());
    return new OwnTable(table, count, row.params, row.sources, row.slots, values.use(row.slots));
  }

  private static List<String> key(@Nullable YamlNode node, List<Column> columns)
      throws SpecException {
    if (node == null) {
      return List.of();
    }
    List<String> names = columns.stream().map(Column::name).toList();
    if (!names.contains(node.text())) {
      throw node.complaint(
          "insert has no column " + node.text() + "; " + NearestWord.hint(node.text(), names));
    }
    return List.of(node.text());
  }

  /** Texts that create the table. */
  private static Map<String, List<String>> texts(Map<String, YamlNode> pairs) throws SpecException {
    Map<String, List<String>> texts = new HashMap<>();
    for (String database : StatementReader.keys()) {
      List<String> each = new ArrayList<>();
      for (YamlNode text : list(pairs.get(database))) {
        each.add(StatementReader.text(database, text));
      }
      if (!each.isEmpty()) {
        texts.put(database, each);
      }
    }
    return texts;
  }

  /** A list, or a single text; empty: nothing is written. */
  private static List<YamlNode> list(@Nullable YamlNode node) throws SpecException {
    if (node == null || !node.hasValue() || (node.isMapping() && node.mapping().isEmpty())) {
      return List.of();
    }
    return node.isList() ? node.list() : List.of(node);
  }

  /** The columns of an insert. */
  private static final class InsertedRow {

    private final long rows;
    private final DeclaredValues values;
    private final List<Column> columns = new ArrayList<>();
    private final List<Value> sources = new ArrayList<>();
    private final List<Param> params = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();

    InsertedRow(long rows, DeclaredValues values) {
      this.rows = rows;
      this.values = values;
    }

    void add(String column, YamlNode node) throws SpecException {
      String text = node.text();
      if (text.matches(":[A-Za-z_]\\w*")) {
        Param param = param(node, text.substring(1));
        columns.add(new Column(column, param.type(), Fill.REQUIRED));
        sources.add(Value.slot(param.name()));
      } else if (node.json().matches(WHOLE)) {
        columns.add(new Column(column, integer(node.parsed(Quantity::whole)), Fill.REQUIRED));
        sources.add(Value.literal(node.parsed(Quantity::whole)));
      } else if (node.json().startsWith("\"")) {
        columns.add(new Column(column, new Type.Varchar(text.length()), Fill.REQUIRED));
        sources.add(Value.literal(text));
      } else {
        throw node.complaint("must be :row, another value, a whole number or a text");
      }
    }

    private static Type integer(long most) {
      return most <= Integer.MAX_VALUE && most >= Integer.MIN_VALUE ? Type.INT32 : Type.INT64;
    }

    private Param param(YamlNode node, String name) throws SpecException {
      Integer drawn = values.drawn().get(name);
      int slot = drawn == null ? values.rowSlot() : drawn;
      if (drawn == null && !name.equals(OwnTable.ROW)) {
        Set<String> known = new LinkedHashSet<>(Set.of(OwnTable.ROW));
        known.addAll(values.drawn().keySet());
        throw node.complaint("no value " + name + " is declared: " + NearestWord.hint(name, known));
      }
      if (drawn != null && !values.sources().get(slot).isRepeatable()) {
        throw node.complaint("a load must give the same rows again, with :row: not " + name);
      }
      Param param = drawn == null ? new Param(name, integer(rows)) : values.params().get(slot);
      if (!params.contains(param)) {
        params.add(param);
        slots.add(slot);
      }
      return param;
    }
  }
}
