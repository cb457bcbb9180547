package io.stallmark.transfer.pipeline;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.FileTarget;
import io.stallmark.transfer.file.ImportJournal;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowWriter;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run does.
 *
 * @param imports null: nothing is imported
 * @param indexed table whose indexes are created after the import; null: none
 * @param exports null: nothing is exported
 * @param slot rows between two points of the import's progress
 */
public record TransferPlan(
    @Nullable Import imports, @Nullable Table indexed, @Nullable Export exports, long slot) {

  /**
   * What an import does.
   *
   * @param parser creates a parser, for one client
   * @param insert inserts a batch
   * @param insertRow inserts a row of a batch that may have been inserted; null: no batch is sent
   *     again
   * @param mostBytes maximum size of a batch with more than one document
   * @param journal null: the import cannot be resumed
   * @param keys checks that a row can be sent again
   */
  public record Import(
      DocumentSource files,
      Supplier<RowParser> parser,
      Op.Insert insert,
      Op.@Nullable Insert insertRow,
      int mostBytes,
      @Nullable ImportJournal journal,
      KeyCheck keys) {}

  /** Checks that a row can be sent again. */
  public interface KeyCheck {

    /** Returns what is wrong with a row; empty: nothing. */
    String complaint(Args values, int row);
  }

  /**
   * What an export does.
   *
   * @param read reads a range of keys; without slots: the whole table
   * @param ranges divides the keys, for a number of clients
   * @param writer creates a writer, for one client
   */
  public record Export(
      Op.Read read, IntFunction<KeyRanges> ranges, FileTarget target, Supplier<RowWriter> writer) {}
}
