package io.stallmark.mongo.wire;

import io.stallmark.spi.wire.WireConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Side of a connection that sends given bytes, and keeps those that it receives. */
final class RecordedConnection implements WireConnection {

  private final boolean canEncrypt;
  private final ByteArrayInputStream in;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private byte[] handshake = {};
  private boolean encrypted;

  RecordedConnection(byte[] sends, boolean canEncrypt) {
    in = new ByteArrayInputStream(sends);
    this.canEncrypt = canEncrypt;
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public ByteArrayOutputStream out() {
    return out;
  }

  @Override
  public boolean canEncrypt() {
    return canEncrypt;
  }

  @Override
  public void encrypt(byte[] read) throws IOException {
    handshake = read;
    encrypted = true;
  }

  boolean encrypted() {
    return encrypted;
  }

  byte[] handshake() {
    return handshake;
  }

  /** The messages received. */
  List<MongoMessage> received() {
    List<MongoMessage> messages = new ArrayList<>();
    byte[] bytes = out.toByteArray();
    int at = 0;
    while (at < bytes.length) {
      int length = BsonElements.getInt(bytes, at);
      messages.add(MongoMessage.at(bytes, at, length));
      at += length;
    }
    return messages;
  }
}
