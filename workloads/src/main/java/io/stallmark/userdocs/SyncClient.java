package io.stallmark.userdocs;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;
import io.stallmark.text.Text;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Synchronizes an owner's documents with their origin: reads all of them, compares them with what
 * must be there, changes those that the origin has changed, and inserts a new one. Each owner
 * belongs to one client, so that the owner's last lid is known without coordination.
 */
final class SyncClient implements Client {

  static final int LOAD = 0;
  static final int SYNC = 1;

  private final UserDocsOptions options;
  private final SyncFindings findings;
  private final Slice slice;
  private final Rng rng;
  private final DocumentWriter writer;
  private final @Nullable DocumentChanger changer;
  private final PreparedOperation scan;
  private final OwnerComparison comparison;
  private final byte[] body = new byte[DocumentContent.LONGEST];
  private final Distribution owners;
  private final long[] lasts; // last lid of each of this client's owners
  private final BitSet complete = new BitSet(); // owners whose last transaction succeeded
  private int kind;
  private long different; // lid of the first document that differs; 0: none

  SyncClient(UserDocsOptions options, SyncFindings findings, Session session, Slice slice)
      throws DbException {
    this.options = options;
    this.findings = findings;
    this.slice = slice;
    rng = slice.rng();
    DocumentContent content = options.content();
    UserDocuments documents = options.documents();
    ChangeSchedule schedule = options.schedule();
    writer = new DocumentWriter(documents.insert("insert_document", 1), content, session);
    changer =
        schedule.changes() ? new DocumentChanger(schedule, documents, content, session) : null;
    comparison =
        new OwnerComparison(schedule, content, this::isSame, (rule, count, lid) -> differs(lid));
    scan = PreparedOperation.of(session, documents.scanOwner(options.stamps()));
    int all = options.order().owners();
    lasts = new long[Math.max(0, (all - slice.index() + slice.count() - 1) / slice.count())];
    if (lasts.length == 0) {
      throw DbException.unfit(
          "OWNERS",
          "There are more threads than owners: lower --threads or raise -p owners=" + all);
    }
    owners = options.owners(lasts.length - 1);
    PreparedOperation last = PreparedOperation.of(session, documents.lastLid());
    for (int i = 0; i < lasts.length; i++) {
      lasts[i] =
          last.set(0, owner(i)).number(0); // continues after the documents that are in the table
    }
  }

  private long owner(int index) {
    return (long) index * slice.count() + slice.index() + 1;
  }

  @Override
  public int kind() {
    return kind;
  }

  @Override
  public void transaction() throws DbException {
    int index = (int) owners.next(rng);
    long owner = owner(index);
    long last = lasts[index];
    kind = options.schedule().syncs(owner, last) ? SYNC : LOAD;
    boolean interrupted = !complete.get(index);
    complete.clear(index);
    if (kind == SYNC) {
      scan(owner, last, interrupted);
      if (changer != null) {
        changer.change(owner, last, comparison.due());
      }
    }
    writer.insert(owner, last + 1);
    lasts[index]++;
    complete.set(index);
  }

  private void scan(long owner, long last, boolean interrupted) throws DbException {
    different = 0;
    comparison.start(owner, last, interrupted);
    scan.set(0, owner).execute(comparison);
    comparison.end();
    if (different > 0) {
      String finding =
          "Owner %d has documents up to lid %d; the first that is missing, surplus or wrong has"
              + " lid %d";
      String found = Text.format(finding, owner, last, different);
      findings.add(found + ".");
      throw new DbException(DbException.Kind.FATAL, "SYNC", found);
    }
  }

  private boolean isSame(DocumentContent content, Row row) throws DbException {
    return options.stamps() ? row.getLong(1) == content.stamp() : isSame(content, row, body);
  }

  /** Tests whether a row of a whole document is the one to which the content was moved. */
  static boolean isSame(DocumentContent content, Row row, byte[] body) throws DbException {
    return row.getLong(1) == content.stamp()
        && row.getLong(2) == content.kind()
        && row.getText(3, body) == content.length();
  }

  private void differs(long lid) {
    different = different == 0 ? lid : Math.min(different, lid);
  }
}
