package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;

/** Updates and deletes documents as their origin has changed them. For one thread. */
final class DocumentChanger {

  private static final int STAMP = 0;
  private static final int KIND = 1;
  private static final int BODY = 2;
  private static final int OWNER = 3;
  private static final int LID = 4;

  private final ChangeSchedule schedule;
  private final DocumentContent content;
  private final Statement update;
  private final Args updated;
  private final Statement delete;
  private final Args deleted;

  DocumentChanger(
      ChangeSchedule schedule, UserDocuments documents, DocumentContent content, Session session)
      throws DbException {
    this.schedule = schedule;
    this.content = content;
    Op change = documents.update();
    Op remove = documents.delete();
    update = session.prepare(change);
    updated = Args.of(change).expect(1);
    delete = session.prepare(remove);
    deleted = Args.of(remove).expect(1);
  }

  /** Makes the changes of the sync of an owner, from a lid on, in the order of lid. */
  void change(long owner, long last, long from) throws DbException {
    for (long lid = from; lid < last; lid++) {
      long before = schedule.version(owner, lid, last);
      long after = schedule.version(owner, lid, last + 1);
      if (before == after) {
        continue;
      }
      if (after == ChangeSchedule.DELETED) {
        delete.execute(deleted.set(0, owner).set(1, lid), null);
      } else {
        update(owner, lid, after);
      }
    }
  }

  private void update(long owner, long lid, long version) throws DbException {
    content.turnTo(owner, lid, version);
    updated.set(STAMP, content.stamp()).set(KIND, content.kind());
    content.body(updated, BODY);
    update.execute(updated.set(OWNER, owner).set(LID, lid), null);
  }
}
