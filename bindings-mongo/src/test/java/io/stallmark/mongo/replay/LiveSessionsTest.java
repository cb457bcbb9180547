package io.stallmark.mongo.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.stallmark.mongo.replay.LiveSessions.Key;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions of a client that finds no server: none is asked. */
final class LiveSessionsTest {

  private MongoClient client;
  private LiveSessions sessions;

  @BeforeEach
  void open() {
    client = MongoClients.create("mongodb://127.0.0.1:1/");
    sessions = new LiveSessions(client, true);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void numbers_ascendWithTheRecordedOnes() {
    LiveSession session = sessions.create();
    session.lock();
    long first = session.number(30, false);
    assertThat(session.number(30, false)).isEqualTo(first);
    assertThat(session.number(45, true)).isEqualTo(first + 1);
    assertThat(session.number(45, true)).isEqualTo(first + 1);
    session.unlock();
  }

  @Test
  void lateWrite_hasNoNumber_andLateTransactionAnOldOne() {
    LiveSession session = sessions.create();
    session.lock();
    long latest = session.number(9, true);
    assertThat(session.number(7, false)).isEqualTo(CommandWriter.NO_NUMBER);
    assertThat(session.number(7, true)).isEqualTo(latest - 1);
    assertThat(session.number(9, true)).isEqualTo(latest);
    session.unlock();
  }

  @Test
  void recordedSession_isOneLiveSessionUntilItWasNotUsedForLong() {
    Key key = new Key(1, 2);
    LiveSession session = sessions.get(key);
    for (int i = 0; i < 9_999; i++) {
      sessions.get(new Key(2, i));
    }
    assertThat(sessions.get(key)).isSameAs(session);
    for (int i = 0; i < 10_000; i++) {
      sessions.get(new Key(3, i));
    }
    assertThat(sessions.get(key)).isNotSameAs(session);
  }

  @Test
  void closedSession_isStartedAgain() {
    LiveSession session = sessions.get(new Key(1, 1));
    session.lock();
    assertThat(session.session()).isNotNull();
    session.unlock();
    assertThat(session.tryClose()).isTrue();
    session.lock();
    assertThat(session.session()).isNotNull();
    session.unlock();
  }
}
