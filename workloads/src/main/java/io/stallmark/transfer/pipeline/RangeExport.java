package io.stallmark.transfer.pipeline;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.transfer.file.OutputFile;
import io.stallmark.transfer.format.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Export of ranges of keys: reads one and writes its file. For one thread. */
final class RangeExport {

  private final TransferPlan.Export plan;
  private final PreparedOperation read;
  private final Args row;
  private final RowCopy copy;
  private final OutputFile file;
  private final RowSink sink = this::write; // allocated once, not per page
  private BooleanSupplier ended = () -> false;
  private @Nullable IOException failure;

  RangeExport(TransferPlan.Export plan, Session session) throws DbException {
    this.plan = plan;
    read = PreparedOperation.of(session, plan.read());
    row = new RowOperations(plan.read().table()).row();
    copy = new RowCopy(plan.read().table().columns());
    file =
        new OutputFile(
            plan.target(), plan.writer().get(), new DocumentHash(plan.read().table().columns()));
  }

  /**
   * Exports a range. Returns the checksum of its rows.
   *
   * @param runEnds whether the run ends, so that a range that is read at once is not read to its
   *     end
   */
  ContentSum run(KeyRanges ranges, long range, BooleanSupplier runEnds)
      throws DbException, BadInput {
    Path path = plan.target().file(range, ranges.count());
    ended = ranges.page() > 0 ? () -> false : runEnds;
    failure = null;
    try {
      file.begin(path);
      long last = ranges.high(range);
      long key = ranges.low(range);
      long end;
      do {
        end = ranges.endOfPage(key, last);
        if (!plan.read().params().isEmpty()) {
          read.set(0, key).set(1, end).expect(ranges.page() > 0 ? end - key + 1 : 0);
        }
        read.execute(sink);
        if (failure != null) {
          throw failure;
        }
        key = end + 1;
      } while (end < last);
      return file.end();
    } catch (IOException e) {
      throw BadInput.of(path, e);
    } finally {
      file.abandon(); // unless it has ended
    }
  }

  /** Number of bytes of the file that was written last, before compression. */
  long written() {
    return file.written();
  }

  private void write(Row from) throws DbException {
    if (failure != null) {
      return; // the rest of the result is of no use
    }
    if (ended.getAsBoolean()) {
      failure = new IOException("the export was stopped");
      return;
    }
    copy.copy(from, row);
    try {
      file.write(row);
    } catch (IOException e) {
      failure = e;
    }
  }
}
