package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.verification.ExpectedKeys;
import io.stallmark.verification.FindingList;
import io.stallmark.verification.KeysetPager;
import io.stallmark.verification.RangeScans;
import io.stallmark.verification.RuleViolations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads every owner's documents in the order of lid and compares them with the expected ones, from
 * lid 1 without a gap. Requires that no other program writes at the same time. Thread-safe.
 */
final class DocumentVerification implements Verification {

  private static final long UNKNOWN = -1;
  private static final String GAP = "a gap: %d documents are missing, the first of lid %d";
  private static final String SURPLUS = "duplicates: %d documents too many, the first of lid %d";
  private static final String WRONG = "%d documents with another content, the first of lid %d";

  private final UserDocsOptions options;
  private final FindingList findings = new FindingList();
  private long nextOwner = 1;
  private int read;
  private long documents;
  private long inTable = UNKNOWN;

  DocumentVerification(UserDocsOptions options) {
    this.options = options;
  }

  /** Returns 0: the number of documents is unknown until they are counted. */
  @Override
  public long rows() {
    return 0;
  }

  @Override
  public Loader checker(Session session, Slice slice) throws DbException {
    if (slice.index() == 0) {
      counted(count(session));
    }
    KeysetPager pager = options.documents().pager(session);
    DocumentContent content = options.content();
    return new RangeScans(() -> next(pager, content), this::find);
  }

  private long count(Session session) throws DbException {
    Op count = options.documents().count();
    long[] all = new long[1];
    session.prepare(count).execute(Args.of(count), row -> all[0] = row.getLong(0));
    return all[0];
  }

  private RangeScans.@Nullable Scan next(KeysetPager pager, DocumentContent content) {
    long owner = takeOwner();
    if (owner > options.order().owners()) {
      return null;
    }
    RuleViolations violations = new RuleViolations();
    ExpectedKeys lids =
        new ExpectedKeys((first, last) -> violations.add(GAP, last - first + 1, first));
    lids.expect(1, Long.MAX_VALUE - 1);
    long[] rows = new long[1];
    pager.set(0, owner).start(0, Long.MAX_VALUE - 1);
    return new RangeScans.Scan(
        pager,
        row -> {
          rows[0]++;
          long lid = row.getLong(0);
          if (!lids.at(lid)) {
            violations.add(SURPLUS, 1, lid);
          }
          if (!isRight(content, owner, lid, row)) {
            violations.add(WRONG, 1, lid);
          }
        },
        () -> add(owner, rows[0], violations));
  }

  private static boolean isRight(DocumentContent content, long owner, long lid, Row row)
      throws DbException {
    content.turnTo(owner, lid);
    return row.getLong(1) == content.stamp()
        && row.getLong(2) == content.kind()
        && content.hasBody(row, 3);
  }

  private synchronized long takeOwner() {
    return nextOwner++;
  }

  private synchronized void counted(long all) {
    inTable = all;
  }

  private synchronized void find(String mismatch) {
    findings.add(mismatch);
  }

  /** Adds an owner whose documents have all been read. */
  private synchronized void add(long owner, long rows, RuleViolations violations) {
    read++;
    documents += rows;
    violations.sentences().forEach(what -> findings.add("Owner " + owner + " has " + what + "."));
    long loaded = loadedOfEach();
    if (rows < loaded) {
      findings.add(
          "Owner %d has %d documents, and documents=%d loads %d."
              .formatted(owner, rows, options.loaded(), loaded));
    }
  }

  /** Returns the least number of an owner's documents: those of the complete rounds. */
  private long loadedOfEach() {
    return options.loaded() / options.order().owners();
  }

  @Override
  public synchronized List<String> findings() {
    List<String> all = new ArrayList<>(findings.kept());
    if (read < options.order().owners() || inTable == UNKNOWN) {
      all.add("Not every owner was read to the end: this check has proven nothing.");
    } else if (inTable == 0) {
      all.add("Table documents is empty: there is nothing to verify.");
    } else if (documents != inTable) {
      all.add(
          "Table documents has %d documents, but owners 1 to %d have %d of them."
              .formatted(inTable, options.order().owners(), documents));
    }
    return all;
  }

  @Override
  public synchronized List<String> proven() {
    return List.of(
        "%d documents of %d owners are there, each owner's from lid 1 on without a gap."
            .formatted(documents, options.order().owners()),
        "Version, kind and body of each are those of seed %d.".formatted(options.order().seed()));
  }
}
