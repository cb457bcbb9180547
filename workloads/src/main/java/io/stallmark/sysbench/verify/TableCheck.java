package io.stallmark.sysbench.verify;

import io.stallmark.model.Table;
import io.stallmark.verification.ViolationCount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of one table. Thread-safe. */
final class TableCheck {

  private final Table table;
  private final long rows;
  private final boolean rowsKept;
  private final List<String> findings = new ArrayList<>();
  private int piecesLeft;
  private @Nullable TableTally tally = new TableTally();
  private long rowsFound;
  private long lowestId;
  private long highestId;

  TableCheck(Table table, long rows, boolean rowsKept, int pieces) {
    this.table = table;
    this.rows = rows;
    this.rowsKept = rowsKept;
    this.piecesLeft = pieces;
  }

  /** Adds a finished piece. After the last piece, derives the findings and discards the sums. */
  synchronized void add(TableTally piece) {
    TableTally sum = tally;
    if (sum == null) {
      throw new IllegalStateException(table.name() + " is done already");
    }
    sum.add(piece);
    if (--piecesLeft == 0) {
      judge(sum);
      tally = null;
    }
  }

  private void judge(TableTally sum) {
    rowsFound = sum.rows;
    lowestId = sum.lowestId;
    highestId = sum.highestId;
    if (rowsKept) {
      find("ids missing from 1 to " + rows, sum.missing);
      find("ids outside 1 to " + rows, sum.outside);
    }
    find("rows with a c that is not of sysbench's form", sum.badC);
    find("rows with a pad that is not of sysbench's form", sum.badPad);
    long differences = table.indexes().isEmpty() ? 0 : sum.index.differences();
    if (differences > 0) {
      String example = sum.index.example();
      findings.add(
          table.name()
              + ": the index "
              + table.indexes().get(0).name()
              + " and the table differ, rows at least: "
              + differences
              + (example == null ? "" : ", for instance: " + example));
    }
  }

  private void find(String what, ViolationCount exceptions) {
    if (exceptions.count() > 0) {
      findings.add(
          table.name()
              + ": "
              + what
              + ": "
              + exceptions.count()
              + ", for instance id="
              + exceptions.lowestKey());
    }
  }

  synchronized List<String> findings() {
    return piecesLeft == 0
        ? List.copyOf(findings)
        : List.of(table.name() + " was not read to its end: its check has proven nothing");
  }

  synchronized long rowsFound() {
    return rowsFound;
  }

  synchronized long lowestId() {
    return lowestId;
  }

  synchronized long highestId() {
    return highestId;
  }
}
