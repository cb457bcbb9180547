package io.stallmark.userdocs;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;

/**
 * Compares the documents of an owner, in the order of lid, with what must be there. The columns are
 * lid, then what the test of a document reads. For one thread.
 *
 * <p>A sync that was interrupted has made some of its changes, in the order of lid. So if the owner
 * may have one, documents are first accepted as they are before or after the sync, and from the
 * first that the sync had to change and did not, only as they are before it.
 */
final class OwnerComparison implements RowSink {

  /** Tests whether a row is the document to which the content was moved. */
  @FunctionalInterface
  interface Test {
    boolean isSame(DocumentContent content, Row row) throws DbException;
  }

  /** Receives what differs. */
  @FunctionalInterface
  interface Differences {

    /**
     * Receives documents that break a rule, see {@link
     * io.stallmark.verification.RuleViolations#add}.
     */
    void add(String rule, long documents, long lid);
  }

  private static final String GAP = "a gap: %,d documents are missing, the first of lid %d";
  private static final String SURPLUS = "surplus: %,d documents too many, the first of lid %d";
  private static final String WRONG = "%,d documents with another content, the first of lid %d";

  private final ChangeSchedule schedule;
  private final DocumentContent content;
  private final Test test;
  private final Differences differences;
  private long owner;
  private long last;
  private long expected; // lid of the next document, unless it is deleted
  private boolean changed; // whether the next document may be as it is after the sync
  private long due; // lid from which the sync's changes have to be made
  private long made;

  OwnerComparison(
      ChangeSchedule schedule, DocumentContent content, Test test, Differences differences) {
    this.schedule = schedule;
    this.content = content;
    this.test = test;
    this.differences = differences;
  }

  /**
   * Begins with an owner.
   *
   * @param lastLid the owner's last lid; 0: the owner has no documents
   * @param interrupted whether a sync with this last lid may have been interrupted
   */
  void start(long ownerId, long lastLid, boolean interrupted) {
    owner = ownerId;
    last = lastLid;
    expected = schedule.oldest(lastLid);
    changed = interrupted && schedule.changes();
    due = changed ? lastLid + 1 : expected;
    made = 0;
  }

  @Override
  public void row(Row row) throws DbException {
    long lid = row.getLong(0);
    pass(Math.min(lid, last + 1));
    if (lid < expected || lid > last) {
      differences.add(SURPLUS, 1, lid);
      return;
    }
    expected = lid + 1;
    long version = schedule.version(owner, lid, last);
    if (version == ChangeSchedule.DELETED) {
      differences.add(SURPLUS, 1, lid);
    } else if (!isAt(version, lid, row)) {
      if (isChanged(version, lid, row)) {
        made++;
      } else {
        differences.add(WRONG, 1, lid);
      }
    } else if (changed && schedule.version(owner, lid, last + 1) != version) {
      changed = false;
      due = lid;
    }
  }

  private boolean isChanged(long version, long lid, Row row) throws DbException {
    if (!changed) {
      return false;
    }
    long next = schedule.version(owner, lid, last + 1);
    return next != version && next != ChangeSchedule.DELETED && isAt(next, lid, row);
  }

  private boolean isAt(long version, long lid, Row row) throws DbException {
    content.turnTo(owner, lid, version);
    return test.isSame(content, row);
  }

  /** Passes the documents before a lid, which were not read. */
  private void pass(long lid) {
    if (!schedule.changes() && expected < lid) {
      differences.add(GAP, lid - expected, expected);
      expected = lid;
    }
    for (; expected < lid; expected++) {
      if (schedule.version(owner, expected, last) != ChangeSchedule.DELETED) {
        if (changed && schedule.version(owner, expected, last + 1) == ChangeSchedule.DELETED) {
          made++;
        } else {
          differences.add(GAP, 1, expected);
        }
      }
    }
  }

  /** Ends with the owner: all documents have been read. */
  void end() {
    pass(last + 1);
  }

  /** Returns the lid from which the changes of the owner's sync have to be made. */
  long due() {
    return due;
  }

  /** Returns the number of changes that an interrupted sync has made. */
  long made() {
    return made;
  }
}
