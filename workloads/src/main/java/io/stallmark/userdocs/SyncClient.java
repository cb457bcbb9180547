package io.stallmark.userdocs;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Slice;

/**
 * Synchronizes an owner's documents with their origin: reads all of them, compares them with what
 * must be there, and inserts a new one. Each owner belongs to one client, so that the number of the
 * owner's documents is known without coordination.
 */
final class SyncClient implements Client {

  static final int LOAD = 0;
  static final int SYNC = 1;

  private final UserDocsOptions options;
  private final SyncFindings findings;
  private final Slice slice;
  private final Rng rng;
  private final DocumentContent content;
  private final DocumentWriter writer;
  private final Statement scan;
  private final Args scanned;
  private final RowSink compare = this::compare; // allocated once, not per scan
  private final byte[] body = new byte[DocumentContent.LONGEST];
  private final Distribution owners;
  private final long[] counts; // documents of each of this client's owners
  private long inserts;
  private int kind;
  private long owner;
  private long expected; // lid of the next document of the scan
  private long different; // lid of the first document that differs; 0: none

  SyncClient(UserDocsOptions options, SyncFindings findings, Session session, Slice slice)
      throws DbException {
    this.options = options;
    this.findings = findings;
    this.slice = slice;
    rng = slice.rng();
    content = options.content();
    UserDocuments documents = options.documents();
    writer = new DocumentWriter(documents.insert("insert_document", 1), content, session);
    Op read = documents.scanOwner(options.stamps());
    scan = session.prepare(read);
    scanned = Args.of(read);
    int all = options.order().owners();
    counts = new long[Math.max(0, (all - slice.index() + slice.count() - 1) / slice.count())];
    if (counts.length == 0) {
      throw new DbException(
          DbException.Kind.UNFIT,
          "OWNERS",
          "There are more threads than owners: lower --threads or raise -p owners=" + all,
          null);
    }
    owners = options.owners(counts.length - 1);
    count(session, documents.lastLid());
  }

  /** Continues after the documents that are in the table. */
  private void count(Session session, Op lastLid) throws DbException {
    Statement last = session.prepare(lastLid);
    Args key = Args.of(lastLid);
    for (int i = 0; i < counts.length; i++) {
      int at = i;
      last.execute(key.set(0, owner(i)), row -> counts[at] = row.getLong(0));
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
    owner = owner(index);
    boolean syncs = options.scanEvery() > 0 && inserts % options.scanEvery() == 0;
    kind = syncs ? SYNC : LOAD;
    if (syncs) {
      scan(counts[index]);
    }
    writer.set(0, owner, counts[index] + 1);
    writer.insert();
    counts[index]++;
    inserts++;
  }

  private void scan(long documents) throws DbException {
    expected = 1;
    different = 0;
    scan.execute(scanned.set(0, owner), compare);
    if (different == 0 && expected != documents + 1) {
      different = Math.min(expected, documents + 1);
    }
    if (different > 0) {
      String finding =
          "Owner %d has %d documents; the first that is missing, surplus or wrong has lid %d"
              .formatted(owner, documents, different);
      findings.add(finding + ".");
      throw new DbException(DbException.Kind.FATAL, "SYNC", finding, null);
    }
  }

  private void compare(Row row) throws DbException {
    long lid = row.getLong(0);
    if (different == 0) {
      content.turnTo(owner, lid);
      boolean same = lid == expected && row.getLong(1) == content.stamp();
      if (same && !options.stamps()) {
        same = row.getLong(2) == content.kind() && row.getText(3, body) == content.length();
      }
      if (!same) {
        different = Math.min(lid, expected);
      }
    }
    expected++;
  }
}
