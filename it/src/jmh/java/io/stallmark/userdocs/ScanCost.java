package io.stallmark.userdocs;

import io.stallmark.spi.Row;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a scanned document in the client, without a driver: the documents of an owner are
 * compared with what must be there, for each document up to the owner's last lid.
 *
 * <pre>java -jar it/target/benchmarks.jar ScanCost -prof gc</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Thread)
@SuppressWarnings("NullAway") // JMH sets the fields in the set-up method
public class ScanCost {

  private static final long OWNER = 7;
  private static final int DOCUMENTS = 1000;

  private final List<Row> rows = new ArrayList<>();
  private final byte[] body = new byte[DocumentContent.LONGEST];
  private OwnerComparison comparison;

  /** A document as a driver passes it. */
  private record StoredDocument(long lid, long stamp, long kind, byte[] body) implements Row {

    @Override
    public long getLong(int column) {
      return column == 0 ? lid : column == 1 ? stamp : kind;
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalStateException("A document has no floating-point column");
    }

    @Override
    public int getText(int column, byte[] into) {
      System.arraycopy(body, 0, into, 0, Math.min(body.length, into.length));
      return body.length;
    }
  }

  /** Fails the benchmark: all documents are there. */
  private static void fail(String rule, long documents, long lid) {
    throw new IllegalStateException(Text.format(rule, documents, lid));
  }

  /** Creates the owner's documents. */
  @Setup
  public void start() {
    ChangeSchedule schedule = ChangeSchedule.of(1, 0, 1, DOCUMENTS / 2);
    DocumentContent content = new DocumentContent(1, 0);
    for (long lid = schedule.oldest(DOCUMENTS); lid <= DOCUMENTS; lid++) {
      long version = schedule.version(OWNER, lid, DOCUMENTS);
      if (version != ChangeSchedule.DELETED) {
        content.turnTo(OWNER, lid, version);
        rows.add(
            new StoredDocument(lid, content.stamp(), content.kind(), new byte[content.length()]));
      }
    }
    comparison =
        new OwnerComparison(
            schedule, content, (at, row) -> SyncClient.isSame(at, row, body), ScanCost::fail);
  }

  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public long scan() throws Exception {
    comparison.start(OWNER, DOCUMENTS, false);
    for (Row row : rows) {
      comparison.row(row);
    }
    comparison.end();
    return comparison.due();
  }
}
