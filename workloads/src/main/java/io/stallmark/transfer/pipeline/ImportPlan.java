package io.stallmark.transfer.pipeline;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.ImportJournal;
import io.stallmark.transfer.format.RowParser;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
public record ImportPlan(
    DocumentSource files,
    Supplier<RowParser> parser,
    Op.Insert insert,
    Op.@Nullable Insert insertRow,
    int mostBytes,
    @Nullable ImportJournal journal,
    KeyCheck keys) {

  /** Checks that a row can be sent again. */
  public interface KeyCheck {

    /** Returns what is wrong with a row; empty: nothing. */
    String complaint(Args values, int row);
  }
}
