package io.stallmark.userdocs;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Lines;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads every owner's documents in the order of lid and compares them with the expected ones, from
 * lid 1 without a gap. Requires that no other program writes at the same time. Thread-safe.
 */
final class DocumentVerification implements Verification {

  private static final long UNKNOWN = -1;
  private final UserDocsOptions options;
  private final FindingList findings = new FindingList();
  private final AtomicLong nextOwner = new AtomicLong(1);
  private int read;
  private long documents;
  private volatile long inTable = UNKNOWN;
  private int interruptedSyncs;

  DocumentVerification(UserDocsOptions options) {
    this.options = options;
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    if (slice.index() == 0) {
      inTable = PreparedOperation.of(session, options.documents().count()).number(0);
    }
    KeysetPager pager = options.documents().pager(session);
    DocumentContent content = options.content();
    PreparedOperation last = PreparedOperation.of(session, options.documents().lastLid());
    return new RangeScans(() -> next(last, pager, content), findings);
  }

  private RangeScans.@Nullable Scan next(
      PreparedOperation last, KeysetPager pager, DocumentContent content) throws DbException {
    long owner = nextOwner.getAndIncrement();
    if (owner > options.order().owners()) {
      return null;
    }
    RuleViolations found = new RuleViolations();
    OwnerComparison comparison =
        new OwnerComparison(options.schedule(), content, DocumentVerification::isSame, found::add);
    long lastLid = last.set(0, owner).number(0);
    comparison.start(owner, lastLid, true);
    long[] rows = new long[1];
    pager.set(0, owner).start(0, Long.MAX_VALUE - 1);
    return new RangeScans.Scan(
        pager,
        row -> {
          rows[0]++;
          comparison.row(row);
        },
        () -> {
          comparison.end();
          add(owner, rows[0], lastLid, comparison.made() > 0, found);
        });
  }

  private static boolean isSame(DocumentContent content, Row row) throws DbException {
    return row.getLong(1) == content.stamp()
        && row.getLong(2) == content.kind()
        && content.hasBody(row, 3);
  }

  /** Adds an owner whose documents have all been read. */
  private synchronized void add(
      long owner, long rows, long lastLid, boolean interrupted, RuleViolations violations) {
    read++;
    documents += rows;
    interruptedSyncs += interrupted ? 1 : 0;
    violations.sentences().forEach(what -> findings.add("Owner " + owner + " has " + what + "."));
    long loaded = loadedOfEach();
    if (lastLid < loaded) {
      findings.add(
          "Owner %d has documents up to lid %d, and documents=%d loads %d.",
          owner, lastLid, options.loaded(), loaded);
    }
  }

  /** Returns the least number of an owner's documents: those of the complete rounds. */
  private long loadedOfEach() {
    return options.loaded() / options.order().owners();
  }

  @Override
  public synchronized List<String> findings() {
    Lines all = new Lines(findings.kept());
    if (read < options.order().owners() || inTable == UNKNOWN) {
      all.add("Not every owner was read to the end: the check is incomplete.");
    } else if (inTable == 0) {
      all.add("Table documents is empty: there is nothing to verify.");
    } else if (documents != inTable) {
      all.add(
          "Table documents has %,d documents, but owners 1 to %d have %,d of them.",
          inTable, options.order().owners(), documents);
    }
    return all;
  }

  @Override
  public synchronized List<String> proven() {
    Lines all = new Lines();
    all.add(
        "%,d documents of %,d owners are there, each owner's from lid 1 on without %s.",
        documents,
        options.order().owners(),
        options.schedule().changes() ? "those that syncs have deleted" : "a gap");
    all.add("Version, kind and body of each are those of seed %d.", options.order().seed());

    if (interruptedSyncs > 0) {
      all.add("%,d owners have only part of the changes of a sync.", interruptedSyncs);
    }
    return all;
  }
}
