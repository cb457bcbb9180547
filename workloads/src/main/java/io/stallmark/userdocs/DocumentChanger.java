package io.stallmark.userdocs;

import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;

/** Updates and deletes documents as their origin has changed them. For one thread. */
final class DocumentChanger {

  private static final int STAMP = 0;
  private static final int KIND = 1;
  private static final int BODY = 2;
  private static final int OWNER = 3;
  private static final int LID = 4;

  private final ChangeSchedule schedule;
  private final DocumentContent content;
  private final PreparedOperation update;
  private final PreparedOperation delete;

  DocumentChanger(
      ChangeSchedule schedule, UserDocuments documents, DocumentContent content, Session session)
      throws DbException {
    this.schedule = schedule;
    this.content = content;
    update = PreparedOperation.of(session, documents.update()).expect(1);
    delete = PreparedOperation.of(session, documents.delete()).expect(1);
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
        delete.set(0, owner).set(1, lid).execute();
      } else {
        update(owner, lid, after);
      }
    }
  }

  private void update(long owner, long lid, long version) throws DbException {
    content.turnTo(owner, lid, version);
    update.args().set(STAMP, content.stamp()).set(KIND, content.kind());
    content.body(update.args(), BODY);
    update.set(OWNER, owner).set(LID, lid).execute();
  }
}
