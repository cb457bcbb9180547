package io.stallmark.mongo.wire;

import java.util.Map;
import org.bson.BsonSerializationException;

/** Login of a connection in a recording. Keeps no password. Not thread-safe. */
public final class ObservedLogin {

  private final LoginAttributes attributes = new LoginAttributes();

  /** Accepts a request; false: it is not part of the login, which is complete. */
  public boolean sent(MongoMessage request) {
    try {
      String command = request.command();
      if (!CommandPolicy.isOfLogin(command)) {
        return false;
      }
      attributes.request(command, HelloRewriter.command(request));
      return true;
    } catch (BsonSerializationException e) {
      return false;
    }
  }

  /** Accepts the reply to a request of the login. */
  public void replied(MongoMessage reply) {
    try {
      attributes.reply(HelloRewriter.document(reply));
    } catch (BsonSerializationException e) {
      // the session has fewer attributes
    }
  }

  /** Attributes of the session. */
  public Map<String, String> attributes() {
    return attributes.all();
  }
}
