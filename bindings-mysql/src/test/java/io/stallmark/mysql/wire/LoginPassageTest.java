package io.stallmark.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mysql.wire.RecordedTraffic.Piece;
import io.stallmark.spi.wire.OpenedSession;
import io.stallmark.spi.wire.WireConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of real clients at real servers. */
final class LoginPassageTest {

  private static final int SSL_REQUEST = 32;

  /** A side that has sent all its packets already. */
  private static final class Side implements WireConnection {
    private final InputStream in;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final boolean canEncrypt;
    private int encryptedAfter = -1;

    Side(List<byte[]> packets, boolean canEncrypt) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      packets.forEach(all::writeBytes);
      in = new ByteArrayInputStream(all.toByteArray());
      this.canEncrypt = canEncrypt;
    }

    @Override
    public InputStream in() {
      return in;
    }

    @Override
    public OutputStream out() {
      return out;
    }

    @Override
    public boolean canEncrypt() {
      return canEncrypt;
    }

    @Override
    public void encrypt(byte[] read) {
      assertThat(read).isEmpty();
      encryptedAfter = received().size();
    }

    /** Packets that this side received. */
    List<byte[]> received() {
      List<byte[]> packets = new ArrayList<>();
      byte[] all = out.toByteArray();
      for (int next = 0; next < all.length; ) {
        int end = next + 4 + (all[next] & 0xff | (all[next + 1] & 0xff) << 8);
        packets.add(Arrays.copyOfRange(all, next, end));
        next = end;
      }
      return packets;
    }

    List<Integer> sequences() {
      return received().stream().map(packet -> (int) packet[3]).toList();
    }
  }

  private static List<byte[]> packets(RecordedTraffic traffic, boolean sent) {
    return traffic.login().stream().filter(p -> p.sent() == sent).map(Piece::bytes).toList();
  }

  private static byte[] numbered(byte[] packet, int sequence) {
    byte[] other = packet.clone();
    other[3] = (byte) sequence;
    return other;
  }

  private static long flags(byte[] response) {
    return new PayloadReader(response, 4, response.length).fixed(4);
  }

  /** A client's packets, with a request for TLS before the first one. */
  private static List<byte[]> encrypted(List<byte[]> plain) {
    byte[] response = plain.get(0).clone();
    response[4 + 1] |= ProtocolFlags.SSL >>> 8;
    byte[] request = Arrays.copyOf(response, 4 + SSL_REQUEST);
    request[0] = SSL_REQUEST;
    request[1] = 0;
    List<byte[]> packets = new ArrayList<>(List.of(request, numbered(response, 2)));
    plain.stream().skip(1).map(p -> numbered(p, p[3] + 1)).forEach(packets::add);
    return packets;
  }

  @ParameterizedTest
  @CsvSource({
    "mysql9-pymysql, bench", "mariadb10-pymysql, bench", "mysql9-libmysqlclient, bench",
    "mariadb10-libmysqlclient, bench", "mysql9-cj, bench", "mariadb10-cj, bench",
    "mysql9-ma, bench", "mariadb10-ma, bench", "mysql9-sysbench-run, bench",
    "mariadb10-sysbench-run, bench"
  })
  void plainLogin_passesWithoutCompression(String name, String schema) throws Exception {
    RecordedTraffic traffic = RecordedTraffic.of(name);
    Side client = new Side(packets(traffic, true), false);
    Side server = new Side(packets(traffic, false), false);
    OpenedSession opened = Objects.requireNonNull(new LoginPassage(client, server).pass());
    List<byte[]> passed = new ArrayList<>(packets(traffic, true));
    if ((flags(passed.get(0)) & ProtocolFlags.MYSQL) == 0) {
      byte[] response = passed.get(0).clone();
      response[4 + 28] &= 0x3c; // without progress reports
      passed.set(0, response);
    }
    assertThat(server.received()).usingRecursiveComparison().isEqualTo(passed);
    assertThat(client.received().stream().skip(1))
        .usingRecursiveComparison()
        .isEqualTo(packets(traffic, false).stream().skip(1).toList());
    byte[] greeting = client.received().get(0);
    byte[] original = packets(traffic, false).get(0);
    int changed = 0;
    for (int i = 0; i < original.length; i++) {
      changed |= (greeting[i] ^ original[i]) & 0xff;
      assertThat(greeting[i] & ~original[i]).isZero();
    }
    assertThat(changed & ~(0x20 | 0x08 | 0x04 | 0x03)).isZero();
    assertThat(opened.attributes())
        .containsEntry("user", "root")
        .containsEntry("schema", schema)
        .containsEntry("client-capabilities", traffic.facts().get("client"))
        .containsEntry("server-capabilities", traffic.facts().get("server"))
        .containsKeys("charset", "server-version", "connection-id")
        .hasSize(7);
    assertThat(opened.unsent()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql9-pymysql", "mariadb10-pymysql", "mysql9-cj", "mariadb10-ma"})
  void clientWithTls_hasOnePacketMoreThanThePlainServer(String name) throws Exception {
    RecordedTraffic traffic = RecordedTraffic.of(name);
    Side client = new Side(encrypted(packets(traffic, true)), true);
    Side server = new Side(packets(traffic, false), false);
    assertThat(isFull(traffic) ? null : new LoginPassage(client, server).pass())
        .satisfies(opened -> assertThat(opened == null).isEqualTo(isFull(traffic)));
    if (!isFull(traffic)) {
      assertThat(client.encryptedAfter).isEqualTo(1);
      assertThat(server.received()).usingRecursiveComparison().isEqualTo(packets(traffic, true));
      assertThat(client.sequences().get(1)).isEqualTo(3);
      assertThat(flags(client.received().get(0)) & 0xff).isNotZero();
    }
  }

  /** Whether the server asked for the whole password. */
  private static boolean isFull(RecordedTraffic traffic) {
    return packets(traffic, false).stream().anyMatch(p -> p.length == 6 && p[5] == 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql9-pymysql", "mariadb10-pymysql", "mysql9-cj", "mariadb10-ma"})
  void serverWithTls_getsARequestForItFirst(String name) throws Exception {
    RecordedTraffic traffic = RecordedTraffic.of(name);
    byte[] greeting = packets(traffic, false).get(0);
    List<byte[]> replies = new ArrayList<>(List.of(greeting));
    packets(traffic, false).stream()
        .skip(1)
        .map(packet -> numbered(packet, packet[3] + 1))
        .forEach(replies::add);
    Side client = new Side(packets(traffic, true), false);
    Side server = new Side(replies, true);
    if ((Long.parseUnsignedLong(traffic.facts().get("server"), 16) & ProtocolFlags.SSL) == 0) {
      assertThatThrownBy(() -> new LoginPassage(client, server).pass())
          .hasMessage("The server does not offer TLS");
      return;
    }
    assertThat(new LoginPassage(client, server).pass()).isNotNull();
    assertThat(server.encryptedAfter).isEqualTo(1);
    byte[] request = server.received().get(0);
    byte[] response = server.received().get(1);
    assertThat(request).hasSize(4 + SSL_REQUEST);
    assertThat(flags(request)).isEqualTo(flags(response));
    assertThat(flags(request) & ProtocolFlags.SSL).isNotZero();
    assertThat(server.sequences().subList(0, 2)).containsExactly(1, 2);
    assertThat(client.received().stream().skip(1))
        .usingRecursiveComparison()
        .isEqualTo(packets(traffic, false).stream().skip(1).toList());
  }

  /** Some clients do not look at what the server offers, and would wait for ever. */
  @ParameterizedTest
  @ValueSource(longs = {ProtocolFlags.COMPRESS, ProtocolFlags.ZSTD})
  void clientThatCompressesWithoutAnOffer_isRefused(long compression) {
    RecordedTraffic traffic = RecordedTraffic.of("mysql9-pymysql");
    List<byte[]> packets = packets(traffic, true);
    byte[] response = packets.get(0).clone();
    for (int i = 0; i < 4; i++) {
      response[4 + i] |= (byte) (compression >>> (8 * i));
    }
    Side client = new Side(List.of(response), false);
    Side server = new Side(packets(traffic, false), false);
    assertThatThrownBy(() -> new LoginPassage(client, server).pass())
        .hasMessageContaining("connect without compression");
    assertThat(client.received().get(1)[4]).isEqualTo((byte) 0xff);
    assertThat(server.received()).isEmpty();
  }

  /** What is offered must be read: MariaDB's progress reports look like errors. */
  @Test
  void extendedCapabilitiesThatAreNotRead_areNotOffered() throws Exception {
    RecordedTraffic traffic = RecordedTraffic.of("mariadb10-ma");
    byte[] greeting = packets(traffic, false).get(0).clone();
    int extended =
        LoginSide.Greeting.read(Arrays.copyOfRange(greeting, 4, greeting.length)).flags() + 14;
    Arrays.fill(greeting, 4 + extended, 4 + extended + 4, (byte) 0xff);
    Side client = new Side(packets(traffic, true), false);
    List<byte[]> replies = new ArrayList<>(packets(traffic, false));
    replies.set(0, greeting);
    new LoginPassage(client, new Side(replies, false)).pass();
    assertThat(Arrays.copyOfRange(client.received().get(0), 4 + extended, 8 + extended))
        .containsExactly(0x3c, 0, 0, 0);
  }

  @Test
  void refusal_isPassed() throws Exception {
    byte[] error = {9, 0, 0, 0, (byte) 0xff, 0x10, 4, '#', '0', '8', '0', '0', '4'};
    Side client = new Side(List.of(), false);
    assertThat(new LoginPassage(client, new Side(List.of(error), false)).pass()).isNull();
    assertThat(client.received()).usingRecursiveComparison().isEqualTo(List.of(error));
  }

  @Test
  void wholePassword_isRefusedWithTlsOnOneSide() {
    RecordedTraffic traffic = RecordedTraffic.of("mysql9-pymysql");
    byte[] full = {2, 0, 0, 2, 1, 4};
    Side client = new Side(encrypted(packets(traffic, true)), true);
    Side server = new Side(List.of(packets(traffic, false).get(0), full), false);
    assertThatThrownBy(() -> new LoginPassage(client, server).pass())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TLS on both sides");
    byte[] last = client.received().get(1);
    assertThat(last[3]).isEqualTo((byte) 3);
    assertThat(last[4]).isEqualTo((byte) 0xff);
  }

  @Test
  void lostSideOrOtherProtocol_isAnError() {
    RecordedTraffic traffic = RecordedTraffic.of("mysql9-pymysql");
    Side silent = new Side(List.of(), false);
    assertThatThrownBy(
            () -> new LoginPassage(silent, new Side(packets(traffic, false), false)).pass())
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("client");
    byte[] http = {'H', 'T', 0, 0, 'x'};
    assertThatThrownBy(() -> new LoginPassage(silent, new Side(List.of(http), false)).pass())
        .isInstanceOf(IOException.class);
    byte[] other = {2, 0, 0, 0, 9, 0};
    assertThatThrownBy(() -> new LoginPassage(silent, new Side(List.of(other), false)).pass())
        .hasMessageContaining("version 10");
  }
}
