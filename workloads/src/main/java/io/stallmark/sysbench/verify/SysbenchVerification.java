package io.stallmark.sysbench.verify;

import io.stallmark.data.TextPattern;
import io.stallmark.model.Table;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.verification.PieceChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads every row in primary key order and every index entry in the order of k, and compares them.
 * Requires that no other program writes at the same time. Thread-safe.
 */
public final class SysbenchVerification implements Verification {

  private static final int INDEX_PAGE = 20_000;

  private final List<Table> tables;
  private final long rows;
  private final boolean rowsKept;
  private final TextPattern c;
  private final TextPattern pad;
  private final boolean indexed;
  private final int piecesPerTable;
  private final List<TableCheck> checks;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param tables tables with the same indexes: all have one on k, or none
   * @param rows number of rows; each table should have the ids 1 to rows
   * @param rowsKept false if the existing ids are unknown, as after runs that only insert or delete
   */
  public SysbenchVerification(
      List<Table> tables, long rows, boolean rowsKept, TextPattern c, TextPattern pad) {
    this.tables = List.copyOf(tables);
    this.rows = rows;
    this.rowsKept = rowsKept;
    this.c = c;
    this.pad = pad;
    this.indexed = !tables.get(0).indexes().isEmpty();
    this.piecesPerTable = indexed ? 2 * TablePiece.PER_SCAN : TablePiece.PER_SCAN;
    this.checks =
        tables.stream()
            .map(table -> new TableCheck(table, rows, rowsKept, piecesPerTable))
            .toList();
  }

  @Override
  public long rows() {
    return tables.size() * rows * (indexed ? 2 : 1);
  }

  @Override
  public Loader checker(Session session, Slice slice) {
    return new PieceChecker(() -> nextScan(session));
  }

  private PieceChecker.@Nullable Piece nextScan(Session session) throws DbException {
    int number = next.getAndIncrement();
    int table = number / piecesPerTable;
    if (table >= tables.size()) {
      return null;
    }
    int part = number % piecesPerTable;
    boolean byIndex = part >= TablePiece.PER_SCAN;
    TablePiece piece = TablePiece.of(part % TablePiece.PER_SCAN, rows);
    Consumer<TableTally> done = checks.get(table)::add;
    return byIndex
        ? new IndexScan(session, tables.get(table), piece, INDEX_PAGE, done)
        : new RowScan(session, tables.get(table), piece, rows, c, pad, done);
  }

  @Override
  public List<String> findings() {
    return checks.stream().flatMap(check -> check.findings().stream()).toList();
  }

  @Override
  public List<String> proven() {
    long found = checks.stream().mapToLong(TableCheck::rowsFound).sum();
    List<String> proven = new ArrayList<>();
    proven.add(
        rowsKept ? "Each table has the ids 1 to " + rows + " and no other." : holding(found));
    proven.add("c and pad have sysbench's form in all " + found + " rows.");
    if (indexed) {
      proven.add("The index on k has the same ids and values of k as the tables.");
    }
    return proven;
  }

  private String holding(long found) {
    if (found == 0) {
      return "The tables are empty.";
    }
    return "The tables hold "
        + found
        + " rows with ids from "
        + checks.stream().mapToLong(TableCheck::lowestId).min().orElseThrow()
        + " to "
        + checks.stream().mapToLong(TableCheck::highestId).max().orElseThrow()
        + "; this mix adds or removes rows, so which ids there are was not checked.";
  }
}
