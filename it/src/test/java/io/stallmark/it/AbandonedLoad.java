package io.stallmark.it;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.tables.lease.LoadMark;
import java.util.List;

/**
 * A load whose process or server was killed. Who goes on with it waits 10 s first, because the
 * process may still work on it.
 */
public final class AbandonedLoad {

  private static final Op RELEASE =
      new Op.Update(
          "release",
          List.of(),
          LoadMark.TABLE,
          List.of(new Assignment.Set("owner", Value.literal(0))),
          new Predicate.Equal("id", Value.literal(1)));

  private AbandonedLoad() {}

  /** Says that no process works on it, for a test that is not about the wait. */
  public static void release(Server server) throws DbException {
    try (Database database = server.open(null);
        Session session = database.session()) {
      session.prepare(RELEASE).execute(Args.of(RELEASE), row -> {});
    } catch (DbException e) {
      if (e.kind() == DbException.Kind.CONNECTION) {
        throw e;
      }
      // else the load was complete: its mark is no longer there
    }
  }
}
