package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.RuleViolations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads all documents in ranges of keys and compares each with what its key determines. Requires
 * that no other program writes at the same time. Thread-safe.
 */
final class ObjectVerification implements Verification {

  private static final long UNKNOWN = -1;
  private static final String MISSING = "%d documents are missing, the first with key %d";
  private static final String WRONG = "%d documents have another content, the first with key %d";

  private final TransferOptions options;
  private final Supplier<List<String>> ofRun;
  private final FindingList mismatches = new FindingList();
  private final RuleViolations violations = new RuleViolations();
  private final KeyRanges ranges;
  private ContentSum sum = ContentSum.EMPTY;
  private long nextRange;
  private long doneRanges;
  private long inTable = UNKNOWN;

  /**
   * @param ofRun supplies what a run has found, sentences
   */
  ObjectVerification(TransferOptions options, Supplier<List<String>> ofRun) {
    this.options = options;
    this.ofRun = ofRun;
    ranges = KeyRanges.of(options.layout().documents(), options.layout().profile().meanBytes(), 1);
  }

  @Override
  public long rows() {
    return options.layout().documents();
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    if (slice.index() == 0) {
      counted(count(options, session));
    }
    return new Checker(session);
  }

  static long count(TransferOptions options, Session session) throws DbException {
    Op count = options.objects().count();
    long[] all = new long[1];
    session.prepare(count).execute(Args.of(count), row -> all[0] = row.getLong(0));
    return all[0];
  }

  private synchronized void counted(long all) {
    inTable = all;
  }

  private synchronized long takeRange() {
    return nextRange++;
  }

  private synchronized void add(ContentSum range, RuleViolations found) {
    sum = sum.and(range);
    doneRanges++;
    violations.add(found);
  }

  private synchronized void find(String mismatch) {
    mismatches.add(mismatch);
  }

  @Override
  public synchronized List<String> findings() {
    List<String> all = new ArrayList<>(ofRun.get());
    all.addAll(mismatches.kept());
    violations.sentences().forEach(what -> all.add("Table objects: " + what + "."));
    if (doneRanges < ranges.count() || inTable == UNKNOWN) {
      all.add("Not every document was read: this check has proven nothing.");
    } else if (inTable != sum.rows()) {
      all.add(
          Text.format(
              "Table objects has %d documents, and %d of them have the keys 1 to %d.",
              inTable, sum.rows(), options.layout().documents()));
    }
    return all;
  }

  @Override
  public synchronized List<String> proven() {
    return List.of(
        Text.format(
            "All documents are there, each with the content of seed %d: %s.",
            options.layout().seed(), sum));
  }

  /** Checks one range after another, a page in each step. For one thread. */
  private final class Checker implements Loader {

    private final ObjectContent content = options.content();
    private final DocumentHash hash = new DocumentHash(options.layout().profile().columns());
    private final RowCopy copy = new RowCopy(options.layout().profile().columns());
    private final Args stored = options.row();
    private final Args expected = options.row();
    private final Statement read;
    private final Args keys;
    private final ContentSum.Builder builder = new ContentSum.Builder();
    private RuleViolations found = new RuleViolations();
    private ExpectedKeys present = gaps();
    private long key = 1;
    private long last; // of the range; before the key: it is done

    Checker(Session session) throws DbException {
      Op op = options.objects().wholeRange();
      read = session.prepare(op);
      keys = Args.of(op);
    }

    private ExpectedKeys gaps() {
      return new ExpectedKeys((from, to) -> found.add(MISSING, to - from + 1, from));
    }

    @Override
    public long step() throws DbException {
      if (key > last) {
        long range = takeRange();
        if (range >= ranges.count()) {
          return 0;
        }
        key = ranges.first(range);
        last = ranges.last(range);
        found = new RuleViolations();
        present = gaps();
        present.expect(key, last);
        builder.clear();
      }
      long end = Math.min(last, key + ranges.page() - 1);
      read.execute(keys.set(0, key).set(1, end), this::check);
      long step = end - key + 1;
      key = end + 1;
      if (key > last) {
        present.end();
        add(builder.sum(), found);
      }
      return step;
    }

    private void check(Row row) throws DbException {
      String mismatch = row.mismatch();
      if (mismatch != null) {
        find(mismatch);
      }
      copy.copy(row, stored);
      long id = stored.getLong(0, 0);
      present.at(id);
      content.fill(expected, id);
      long own = hash.of(stored, 0);
      builder.add(own);
      if (own != hash.of(expected, 0)) {
        found.add(WRONG, 1, id);
      }
    }
  }
}
