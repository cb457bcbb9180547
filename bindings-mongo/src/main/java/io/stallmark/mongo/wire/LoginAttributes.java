package io.stallmark.mongo.wire;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.bson.BsonValue;

/**
 * Attributes of a session, collected from the messages of its login. Keeps no password. Not
 * thread-safe.
 */
public final class LoginAttributes {

  /** Start of a SCRAM login (RFC 5802): the channel binding, and the user's name. */
  private static final Pattern SCRAM = Pattern.compile("[nyp][^,]*,[^,]*,n=([^,]*),.*");

  private final Map<String, String> attributes = new HashMap<>();

  /** Returns the attributes so far. */
  public Map<String, String> all() {
    return Map.copyOf(attributes);
  }

  /** Accepts a recorded request; false: it is not part of the login, which is complete. */
  public boolean sent(MongoMessage request) {
    try {
      String command = request.command();
      if (!CommandPolicy.isOfLogin(command)) {
        return false;
      }
      request(command, HelloRewriter.command(request));
      return true;
    } catch (BsonSerializationException e) {
      return false;
    }
  }

  /** Accepts a recorded reply to a request of the login. */
  public void replied(MongoMessage reply) {
    try {
      reply(HelloRewriter.document(reply));
    } catch (BsonSerializationException e) {
      // the session has fewer attributes
    }
  }

  void request(String name, BsonDocument command) {
    if (name.equals("saslStart")) {
      user(command);
    }
    if (command.isDocument("speculativeAuthenticate")) {
      user(command.getDocument("speculativeAuthenticate"));
    }
    if (command.isDocument("client")) {
      client(command.getDocument("client"));
    }
  }

  void reply(BsonDocument hello) {
    if (hello.isNumber("maxWireVersion")) {
      attributes.put("wire-version", "" + hello.getNumber("maxWireVersion").intValue());
    }
  }

  private void user(BsonDocument start) {
    if (text(start, "mechanism").startsWith("SCRAM-") && start.isBinary("payload")) {
      String payload = new String(start.getBinary("payload").getData(), StandardCharsets.UTF_8);
      Matcher scram = SCRAM.matcher(payload);
      if (scram.matches()) {
        attributes.put("user", scram.group(1).replace("=2C", ",").replace("=3D", "="));
      }
    }
  }

  private void client(BsonDocument client) {
    if (client.isDocument("application")) {
      attributes.put("application", text(client.getDocument("application"), "name"));
    }
    if (client.isDocument("driver")) {
      BsonDocument driver = client.getDocument("driver");
      attributes.put("driver", (text(driver, "name") + " " + text(driver, "version")).strip());
    }
  }

  private static String text(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isString() ? value.asString().getValue() : "";
  }
}
