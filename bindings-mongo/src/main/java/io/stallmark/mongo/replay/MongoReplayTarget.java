package io.stallmark.mongo.replay;

import com.mongodb.client.MongoClient;
import io.stallmark.mongo.connect.MongoErrors;
import io.stallmark.mongo.wire.MongoWireProtocol;
import io.stallmark.spi.replay.RawSession;
import io.stallmark.spi.replay.ReplayTarget;
import io.stallmark.spi.wire.OperationTexts;
import java.util.List;
import java.util.Map;

/**
 * Replays recorded commands on a server, through the driver and its pool of connections. A command
 * reaches the recorded database, whichever one the URL names, and the primary.
 *
 * <p>Recorded logical sessions, transactions and cursors have live counterparts that all sessions
 * of the replay share, because a client's pool spreads them over its connections.
 */
public final class MongoReplayTarget implements ReplayTarget, AutoCloseable {

  private final MongoClient client;
  private final MongoErrors errors;
  private final Features features;
  private final LiveSessions sessions;
  private final LiveCursors cursors = new LiveCursors();

  /**
   * What the server has.
   *
   * @param sessions whether it has logical sessions
   * @param numbers whether it accepts numbers of writes outside transactions
   * @param transactions whether it has transactions that can be undone
   */
  public record Features(boolean sessions, boolean numbers, boolean transactions) {}

  /** Creates a target of a client, which the caller closes. */
  public MongoReplayTarget(MongoClient client, MongoErrors errors, Features features) {
    this.client = client;
    this.errors = errors;
    this.features = features;
    sessions = new LiveSessions(client, features.sessions());
  }

  @Override
  public OperationTexts texts() {
    return new MongoWireProtocol(List.of()).texts();
  }

  @Override
  public RawSession session(Map<String, String> attributes) {
    return new MongoRawSession(client, errors, features, sessions, cursors);
  }

  /** Aborts open transactions. Never throws. */
  @Override
  public void close() {
    sessions.close();
  }
}
