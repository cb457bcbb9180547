package io.stallmark.mongo.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Open cursors of the live server, by their recorded number. Of very many, those that were not used
 * for the longest time are forgotten: a recorded client can leave without closing its cursors.
 * Thread-safe.
 */
final class LiveCursors {

  private static final int MOST = 100_000;

  private final Map<Long, LiveCursor> cursors = new Recent();

  /**
   * A cursor of the live server.
   *
   * @param session session that opened it; only that session may continue it
   */
  record LiveCursor(long id, LiveSession session) {}

  private static final class Recent extends LinkedHashMap<Long, LiveCursor> {

    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, LiveCursor> eldest) {
      return size() > MOST;
    }
  }

  synchronized @Nullable LiveCursor get(long recorded) {
    return cursors.get(recorded);
  }

  synchronized void put(long recorded, LiveCursor cursor) {
    cursors.put(recorded, cursor);
  }

  synchronized void remove(long recorded) {
    cursors.remove(recorded);
  }
}
