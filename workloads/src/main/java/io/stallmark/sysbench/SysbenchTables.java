package io.stallmark.sysbench;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Tables sbtest1, sbtest2, … as {@code oltp_common.lua:150-241} creates and fills them. */
final class SysbenchTables {

  private static final String GROUP = "###########";

  /** 10 groups of 11 digits: 119 bytes in a column of 120 ({@code oltp_common.lua:133}). */
  static final TextPattern C = new TextPattern((GROUP + "-").repeat(9) + GROUP);

  /** 5 groups of 11 digits: 59 bytes in a column of 60 ({@code oltp_common.lua:139}). */
  static final TextPattern PAD = new TextPattern((GROUP + "-").repeat(4) + GROUP);

  private static final Type.Text C_TYPE = new Type.Text(120);
  private static final Type.Text PAD_TYPE = new Type.Text(60);

  private SysbenchTables() {}

  static List<Table> declare(int tables, boolean autoIncrement, boolean secondary) {
    return IntStream.rangeClosed(1, tables)
        .mapToObj(number -> declareOne(number, autoIncrement, secondary))
        .toList();
  }

  private static Table declareOne(int number, boolean autoIncrement, boolean secondary) {
    return new Table(
        "sbtest" + number,
        List.of(
            new Column("id", Type.INT32, autoIncrement ? Fill.AUTO_INCREMENT : Fill.REQUIRED),
            new Column("k", Type.INT32, Fill.ZERO),
            new Column("c", C_TYPE, Fill.ZERO),
            new Column("pad", PAD_TYPE, Fill.ZERO)),
        List.of("id"),
        secondary ? List.of(new Index("k_" + number, List.of("k"), false)) : List.of(),
        Map.of());
  }
}
