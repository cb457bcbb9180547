package io.stallmark.mongo.command;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Sysbench's table and operations on it. */
public final class Ops {

  public static final Table TABLE =
      new Table(
          "sbtest1",
          List.of(
              new Column("id", Type.INT32, Fill.REQUIRED),
              new Column("k", Type.INT32, Fill.ZERO),
              new Column("c", new Type.Text(120), Fill.ZERO),
              new Column("pad", new Type.Text(60), Fill.ZERO)),
          List.of("id"),
          List.of(new Index("k_1", List.of("k"), false)),
          Map.of());

  public static final Param ID = new Param("id", Type.INT32);
  public static final Param K = new Param("k", Type.INT32);
  public static final Param C = new Param("c", new Type.Text(120));
  public static final Param PAD = new Param("pad", new Type.Text(60));
  public static final List<Param> RANGE =
      List.of(new Param("low", Type.INT32), new Param("high", Type.INT32));
  public static final Predicate BY_ID = new Predicate.Equal("id", slot("id"));
  public static final Predicate BY_RANGE = new Predicate.Between("id", slot("low"), slot("high"));

  private Ops() {}

  public static Op.Read point() {
    return new Op.Read("point", List.of(ID), TABLE, Select.columns("c"), BY_ID);
  }

  public static Op.Read range(Select select) {
    return new Op.Read("range", RANGE, TABLE, select, BY_RANGE);
  }

  public static Op.Read all(Select select) {
    return new Op.Read("all", List.of(), TABLE, select, new Predicate.All());
  }

  public static Op.Update add() {
    return new Op.Update(
        "add", List.of(ID), TABLE, List.of(new Assignment.Add("k", literal(1))), BY_ID);
  }

  public static Op.Update set() {
    return new Op.Update(
        "set", List.of(C, ID), TABLE, List.of(new Assignment.Set("c", slot("c"))), BY_ID);
  }

  public static Op.Delete delete() {
    return new Op.Delete("delete", List.of(ID), TABLE, BY_ID);
  }

  public static Op.Insert insert(int rows) {
    return new Op.Insert(
        "insert",
        List.of(ID, K, C, PAD),
        TABLE,
        List.of("id", "k", "c", "pad"),
        List.of(slot("id"), slot("k"), slot("c"), slot("pad")),
        rows);
  }

  public static Args text(Args args, int slot, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, args.text(slot), 0, bytes.length);
    return args.length(slot, bytes.length);
  }
}
