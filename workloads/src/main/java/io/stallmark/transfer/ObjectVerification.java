package io.stallmark.transfer;

import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.content.RowCopy;
import io.stallmark.transfer.pipeline.KeyRanges;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads all documents in ranges of keys and compares each with what its key determines. Requires
 * that no other program writes at the same time. Thread-safe.
 */
final class ObjectVerification implements Verification {

  private static final long UNKNOWN = -1;
  private static final String MISSING = "%,d documents are missing, the first with key %d";
  private static final String WRONG = "%,d documents have another content, the first with key %d";

  private final TransferOptions options;
  private final Supplier<List<String>> ofRun;
  private final FindingList mismatches = new FindingList();
  private final RuleViolations violations = new RuleViolations();
  private final KeyRanges ranges;
  private ContentSum sum = ContentSum.EMPTY;
  private final AtomicLong nextRange = new AtomicLong();
  private long doneRanges;
  private volatile long inTable = UNKNOWN;

  /**
   * @param ofRun supplies what a run has found, sentences
   */
  ObjectVerification(TransferOptions options, Supplier<List<String>> ofRun) {
    this.options = options;
    this.ofRun = ofRun;
    ranges = options.ranges(1);
  }

  @Override
  public long rows() {
    return options.layout().documents();
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    if (slice.index() == 0) {
      inTable = options.count(session);
    }
    KeysetPager pager =
        new KeysetPager(
            session, options.objects().range("verify_documents", true).limit(ranges.page()), 0);
    Comparison comparison = new Comparison();
    return new RangeScans(() -> next(pager, comparison), mismatches);
  }

  private RangeScans.@Nullable Scan next(KeysetPager pager, Comparison comparison) {
    long range = nextRange.getAndIncrement();
    if (range >= ranges.count()) {
      return null;
    }
    pager.start(ranges.low(range), ranges.high(range));
    comparison.start(range);
    return new RangeScans.Scan(pager, comparison::check, comparison::end);
  }

  private synchronized void add(ContentSum range, RuleViolations found) {
    sum = sum.and(range);
    doneRanges++;
    violations.add(found);
  }

  @Override
  public synchronized List<String> findings() {
    Lines all = new Lines(ofRun.get());
    all.addAll(mismatches.kept());
    violations.sentences().forEach(what -> all.add("Table objects: " + what + "."));
    if (doneRanges < ranges.count() || inTable == UNKNOWN) {
      all.add("Not every document was read: the check is incomplete.");
    } else if (inTable != sum.rows()) {
      all.add(
          "Table objects has %,d documents, and %,d of them have the keys 1 to %d.",
          inTable, sum.rows(), options.layout().documents());
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

  /** Comparison of the documents of one range after another. For one thread. */
  private final class Comparison {

    private final ObjectContent content = options.layout().content();
    private final DocumentHash hash = new DocumentHash(options.layout().profile().columns());
    private final RowCopy copy = new RowCopy(options.layout().profile().columns());
    private final Args stored = options.objects().row();
    private final Args expected = options.objects().row();
    private ContentSum sumOfRange = ContentSum.EMPTY;
    private final ExpectedKeys present =
        new ExpectedKeys((from, to) -> violations().add(MISSING, to - from + 1, from));
    private RuleViolations found = new RuleViolations();

    private RuleViolations violations() {
      return found;
    }

    void start(long range) {
      found = new RuleViolations();
      sumOfRange = ContentSum.EMPTY;
      present.expect(ranges.low(range), ranges.high(range));
    }

    void check(Row row) throws DbException {
      copy.copy(row, stored);
      long id = stored.getLong(0, 0);
      present.at(id);
      content.fill(expected, id);
      long own = hash.of(stored, 0);
      sumOfRange = sumOfRange.with(own);
      if (own != hash.of(expected, 0)) {
        found.add(WRONG, 1, id);
      }
    }

    void end() {
      present.end();
      add(sumOfRange, found);
    }
  }
}
