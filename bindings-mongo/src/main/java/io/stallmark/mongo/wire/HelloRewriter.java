package io.stallmark.mongo.wire;

import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Changes the messages by which client and server get to know each other, so that nothing is
 * compressed and the client stays on the proxy. Immutable, thread-safe.
 */
final class HelloRewriter {

  private static final Set<String> NAMES = Set.of("hello", "isMaster", "ismaster");
  private static final String COMPRESSION = "compression";

  private final BsonString listen;

  /**
   * Creates a rewriter.
   *
   * @param listen the proxy's address, as host and port
   */
  HelloRewriter(String listen) {
    this.listen = new BsonString(listen);
  }

  static boolean isHello(String command) {
    return NAMES.contains(command);
  }

  /** Decodes the command of a request. */
  static BsonDocument command(MongoMessage request) {
    return unwrapped(document(request));
  }

  /** Old drivers wrap a command in order to add a read preference. */
  private static BsonDocument unwrapped(BsonDocument document) {
    return document.isDocument("$query") ? document.getDocument("$query") : document;
  }

  /** Returns the message that the server receives. */
  byte[] request(MongoMessage request) {
    BsonDocument document = document(request);
    return unwrapped(document).remove(COMPRESSION) == null
        ? request.bytes() // it is alone there
        : request.with(document, request.document());
  }

  /** Returns the message that the client receives. */
  byte[] reply(MongoMessage reply) {
    BsonDocument document = document(reply);
    boolean changed = false;
    for (String name : List.of(COMPRESSION, "passives", "arbiters")) {
      changed |= document.remove(name) != null;
    }
    for (String name : List.of("me", "primary")) {
      changed |= document.replace(name, listen) != null;
    }
    changed |= document.replace("hosts", new BsonArray(List.of(listen))) != null;
    return changed ? reply.with(document, reply.document()) : reply.bytes();
  }

  /** Decodes the document of a message. */
  static BsonDocument document(MongoMessage message) {
    return BsonDocuments.decode(message.bytes(), message.document(), message.contentEnd());
  }
}
