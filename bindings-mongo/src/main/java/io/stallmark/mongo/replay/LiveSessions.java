package io.stallmark.mongo.replay;

import com.mongodb.client.MongoClient;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Logical sessions of the live server, by their recorded number. Of very many, those that were not
 * used for the longest time are closed: the end of a session is not recorded. Thread-safe.
 */
final class LiveSessions {

  private static final int MOST = 10_000;

  private final Map<Key, LiveSession> sessions = new LinkedHashMap<>(16, 0.75f, true);
  private final MongoClient client;
  private final boolean supported;

  /** Recorded number of a logical session: the halves of its UUID. */
  record Key(long first, long second) {}

  LiveSessions(MongoClient client, boolean supported) {
    this.client = client;
    this.supported = supported;
  }

  synchronized LiveSession get(Key recorded) {
    LiveSession session = sessions.get(recorded);
    if (session == null) {
      if (sessions.size() >= MOST) {
        Iterator<LiveSession> eldest = sessions.values().iterator();
        eldest.next().tryClose();
        eldest.remove();
      }
      session = create();
      sessions.put(recorded, session);
    }
    return session;
  }

  /** Creates the session of commands that name none. */
  LiveSession create() {
    return new LiveSession(client, supported);
  }

  /** Closes all sessions, and aborts their transactions while the server answers. */
  synchronized void close() {
    boolean answers = true;
    for (Iterator<LiveSession> each = sessions.values().iterator(); answers && each.hasNext(); ) {
      answers = each.next().tryClose();
    }
    sessions.clear();
  }
}
