package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.wire.OpenedSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MongoLoginTest {

  private static final InetSocketAddress LISTEN = InetSocketAddress.createUnresolved("proxy", 4000);
  private static final byte[] FIND =
      MongoMessage.encode(
          new BsonDocument("find", new BsonString("c")).append("$db", new BsonString("d")));

  private static @Nullable OpenedSession pass(RecordedConnection client, RecordedConnection server)
      throws IOException {
    return new MongoWireProtocol(List.of()).login(client, server, LISTEN);
  }

  private static RecordedConnection sending(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return new RecordedConnection(all.toByteArray(), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pymongo-login", "driver-login"})
  void login_endsBeforeTheFirstOtherCommand(String file) throws IOException {
    RecordedTraffic login = RecordedTraffic.of(file);
    RecordedConnection client = sending(login.direction(false), FIND);
    RecordedConnection server = sending(login.direction(true));
    OpenedSession opened = pass(client, server);
    assertThat(opened).isNotNull();
    assertThat(opened.unsent()).isEqualTo(FIND);
    assertThat(client.received()).hasSize(2);
    assertThat(server.received()).hasSize(2);
    assertThat(opened.attributes())
        .containsEntry("user", "root")
        .containsEntry("application", "stranger")
        .containsEntry("wire-version", "17");
  }

  @Test
  void attributes_nameTheDriver() throws IOException {
    RecordedTraffic login = RecordedTraffic.of("driver-login");
    OpenedSession opened =
        pass(sending(login.direction(false), FIND), sending(login.direction(true)));
    assertThat(opened).isNotNull();
    assertThat(opened.attributes()).containsEntry("driver", "mongo-java-driver|sync 5.14.0");
  }

  @Test
  void compression_isOfferedToNeitherSide() throws IOException {
    RecordedTraffic login = RecordedTraffic.of("driver-login");
    RecordedConnection client = sending(login.direction(false), FIND);
    RecordedConnection server = sending(login.direction(true));
    MongoMessage asked = MongoMessage.at(login.pieces().get(0).bytes(), 0, 0);
    MongoMessage offered = MongoMessage.at(login.pieces().get(1).bytes(), 0, 0);
    assertThat(document(asked)).containsKey("compression");
    assertThat(document(offered)).containsKey("compression");
    pass(client, server);
    assertThat(document(server.received().get(0))).doesNotContainKey("compression");
    assertThat(document(client.received().get(0))).doesNotContainKey("compression");
  }

  /** Of the message that fills its array. */
  private static BsonDocument document(MongoMessage message) {
    return HelloRewriter.document(
        new MongoMessage(
            message.opcode(),
            message.bytes(),
            message.body(),
            message.body()
                - MongoMessage.HEADER
                + BsonElements.getInt(message.bytes(), message.body() - MongoMessage.HEADER)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pymongo-login", "driver-login"})
  void reply_namesTheProxyAsTheOnlyMember(String file) throws IOException {
    RecordedTraffic login = RecordedTraffic.of(file);
    RecordedConnection client = sending(login.direction(false), FIND);
    pass(client, sending(login.direction(true)));
    BsonDocument hello = document(client.received().get(0));
    assertThat(hello.getArray("hosts")).containsExactly(new BsonString("proxy:4000"));
    assertThat(hello.getString("me").getValue()).isEqualTo("proxy:4000");
    assertThat(hello.getString("primary").getValue()).isEqualTo("proxy:4000");
    assertThat(client.received().get(1).bytes()).endsWith(last(login.direction(true)));
  }

  private static byte[] last(byte[] bytes) {
    return Arrays.copyOfRange(bytes, bytes.length - 100, bytes.length);
  }

  @Test
  void handshakeOfOldDrivers_isChangedToo() throws IOException {
    BsonArray zlib = new BsonArray(List.of(new BsonString("zlib")));
    BsonDocument hello = new BsonDocument("isMaster", new BsonInt32(1)).append("compression", zlib);
    byte[] request = query(new BsonDocument("$query", hello));
    RecordedConnection client = sending(request, FIND);
    BsonDocument reply =
        new BsonDocument("ok", new BsonInt32(1))
            .append("hosts", new BsonArray(List.of(new BsonString("a:1"), new BsonString("b:1"))))
            .append("passives", new BsonArray())
            .append("arbiters", new BsonArray());
    RecordedConnection server = sending(reply(reply));
    assertThat(pass(client, server)).isNotNull();
    assertThat(document(server.received().get(0)).getDocument("$query"))
        .isEqualTo(new BsonDocument("isMaster", new BsonInt32(1)));
    assertThat(document(client.received().get(0)))
        .isEqualTo(
            new BsonDocument("ok", new BsonInt32(1))
                .append("hosts", new BsonArray(List.of(new BsonString("proxy:4000")))));
  }

  private static byte[] query(BsonDocument document) {
    byte[] content = BsonDocuments.encode(document);
    byte[] message = new byte[16 + 4 + 11 + 8 + content.length];
    byte[] collection = "admin.$cmd".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(collection, 0, message, 20, collection.length);
    return framed(message, content, MongoMessage.OP_QUERY);
  }

  private static byte[] reply(BsonDocument document) {
    byte[] content = BsonDocuments.encode(document);
    return framed(new byte[16 + 20 + content.length], content, MongoMessage.OP_REPLY);
  }

  private static byte[] framed(byte[] message, byte[] content, int opcode) {
    System.arraycopy(content, 0, message, message.length - content.length, content.length);
    BsonElements.setInt(message, 0, message.length);
    BsonElements.setInt(message, 12, opcode);
    return message;
  }

  @Test
  void checksumOfAChangedMessage_isRemoved() throws IOException {
    byte[] plain =
        MongoMessage.encode(
            new BsonDocument("hello", new BsonInt32(1)).append("compression", new BsonArray()));
    byte[] request = Arrays.copyOf(plain, plain.length + 4);
    BsonElements.setInt(request, 0, request.length);
    BsonElements.setInt(request, 16, MongoMessage.CHECKSUM_PRESENT);
    RecordedConnection server = sending(reply(new BsonDocument()));
    pass(sending(request, FIND), server);
    assertThat(server.out().toByteArray())
        .isEqualTo(MongoMessage.encode(new BsonDocument("hello", new BsonInt32(1))));
  }

  @Test
  void connectionThatOnlyWatches_endsWithoutASession() throws IOException {
    RecordedTraffic login = RecordedTraffic.of("driver-login");
    byte[] hello = login.pieces().get(0).bytes();
    byte[] reply = login.pieces().get(1).bytes();
    byte[] streamed = reply.clone();
    BsonElements.setInt(streamed, 16, MongoMessage.MORE_TO_COME);
    RecordedConnection client = sending(hello, hello);
    boolean message = MongoMessage.at(reply, 0, reply.length).opcode() == MongoMessage.OP_MSG;
    assertThat(pass(client, sending(reply, message ? streamed : reply))).isNull();
    assertThat(client.received()).hasSize(2);
  }

  @Test
  void handshakeOfTls_encryptsTheClientsSide() throws IOException {
    RecordedTraffic login = RecordedTraffic.of("pymongo-login");
    ByteArrayOutputStream sends = new ByteArrayOutputStream();
    sends.writeBytes(new byte[] {0x16, 3, 1});
    sends.writeBytes(login.direction(false));
    sends.writeBytes(FIND);
    RecordedConnection client = new RecordedConnection(sends.toByteArray(), true);
    RecordedConnection server = new RecordedConnection(login.direction(true), true);
    assertThat(pass(client, server)).isNotNull();
    assertThat(client.handshake()).isEqualTo(new byte[] {0x16, 3, 1});
    assertThat(server.encrypted()).isTrue();
  }

  @Test
  void handshakeOfTlsWithoutACertificate_isRefused() {
    RecordedConnection client = sending(new byte[] {0x16, 3, 1, 0});
    assertThatThrownBy(() -> pass(client, sending()))
        .isInstanceOf(IOException.class)
        .hasMessage("The client requests TLS, but the proxy has no certificate");
  }

  @Test
  void clientOfAnotherProtocol_isRefused() {
    RecordedConnection client = sending("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> pass(client, sending()))
        .isInstanceOf(IOException.class)
        .hasMessage("The client does not speak MongoDB's protocol");
  }

  @Test
  void sessionWithoutALogin_hasNoUser() throws IOException {
    OpenedSession opened = pass(sending(FIND), sending());
    assertThat(opened).isNotNull();
    assertThat(opened.attributes()).isEqualTo(Map.of());
  }
}
