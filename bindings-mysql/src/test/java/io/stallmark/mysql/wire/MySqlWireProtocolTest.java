package io.stallmark.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mysql.wire.RecordedTraffic.Records;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MySqlWireProtocolTest {

  private final MySqlWireProtocol protocol =
      new MySqlWireProtocol("mysql://user@host:3306/db", List.of());
  private final OperationTexts texts = protocol.texts();

  @ParameterizedTest
  @CsvSource({
    "mysql://u@h/d, h, 3306",
    "mariadb://u@h:4000/d?sslMode=trust, h, 4000",
    "jdbc:mysql://h:1/d, h, 1",
    "jdbc:mariadb:sequential://[::1]:3307/d, ::1, 3307",
    "mysql://[fe80::1]/d, fe80::1, 3306",
    "mysql:///d, localhost, 3306"
  })
  void address_isThatOfTheUrl(String url, String host, int port) {
    InetSocketAddress address = protocol.address(url);
    assertThat(address.getHostString()).isEqualTo(host);
    assertThat(address.getPort()).isEqualTo(port);
    assertThat(address.isUnresolved()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'mysql://u@h1,h2/d', one server",
    "'mysql://u@(host=h)/d', one server",
    "mysql://u@h/d?socket=/tmp/s, Unix socket",
    "embedded:mysql, embedded server"
  })
  void urlsWithoutOneServer_areRefused(String url, String message) {
    assertThatThrownBy(() -> protocol.address(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void describe_namesCommands() {
    assertThat(describe(3, "SELECT 7")).isEqualTo(new OperationText("query", "select ?", false));
    assertThat(describe(0x16, "DELETE FROM t"))
        .isEqualTo(new OperationText("prepare", "prepare: delete from t", true, Set.of("t")));
    assertThat(texts.describe(operation(0x17, "1705010000000001000000")))
        .isEqualTo(new OperationText("execute", "execute: prepared before the trace", true));
    assertThat(texts.describe(operation(0x0e, "0e")))
        .isEqualTo(new OperationText("ping", "ping", false));
    assertThat(texts.describe(operation(0xfb, "")))
        .isEqualTo(new OperationText("infile", "infile", true));
    assertThat(texts.describe(operation(0xee, "ee")).command()).isEqualTo("command_238");
  }

  @Test
  void describe_givesExecutionsAndFilesTheTablesOfTheirStatement() {
    describe(0x16, "DELETE FROM t");
    assertThat(texts.describe(operation(0x17, "17ffffffff0001000000")).tables())
        .containsExactly("t");
    describe(3, "LOAD DATA LOCAL INFILE 'f' INTO TABLE u");
    assertThat(texts.describe(operation(0xfb, "41")))
        .isEqualTo(new OperationText("infile", "infile", true, Set.of("u")));
  }

  @Test
  void describe_forgetsAClosedStatement() {
    describe(0x16, "DELETE FROM t");
    byte[] reply = HexFormat.of().parseHex("0c0000010005000000000000000000");
    texts.replied(new Reply(1, 0, 1, 0, 0, Outcome.OK, 0, 0, 0, reply.length, 0, reply));
    assertThat(texts.describe(operation(0x17, "1705000000000001000000")).tables())
        .containsExactly("t");
    texts.describe(operation(0x19, "1905000000"));
    assertThat(texts.describe(operation(0x17, "1705000000000001000000")).tables()).isEmpty();
  }

  @Test
  void describe_skipsAttributesOfAQuery() {
    String select = HexFormat.of().formatHex("SELECT 7".getBytes(StandardCharsets.US_ASCII));
    assertThat(texts.describe(operation(3, "030001" + select)).fingerprint()).isEqualTo("select ?");
    String attributes = "0301" + "00" + "01" + "fe00" + "0161" + "0800" + "0162" + "0600" + "00";
    String two = "0302" + "01" + "00" + "01" + "fe00" + "0161" + "0800" + "0162";
    assertThat(
            texts
                .describe(operation(3, two + "03787978" + "0100000000000000" + select))
                .fingerprint())
        .isEqualTo("select ?");
    assertThat(texts.describe(operation(3, attributes)).command()).isEqualTo("query");
  }

  @Test
  void describe_givesEqualTextsToEqualStatements() {
    Records records = RecordedTraffic.of("mysql9-libmysqlclient").parsed();
    List<String> fingerprints =
        records.of(Operation.class).stream()
            .filter(operation -> operation.command() == WireCommand.QUERY)
            .map(operation -> texts.describe(operation).fingerprint())
            .toList();
    assertThat(fingerprints)
        .contains("select * from p where id<?", "insert into p (id,v,f) values(?+)")
        .allMatch(text -> text.isEmpty() || text.charAt(0) >= 'a');
  }

  @Test
  void describe_givesExecutionsTheTextOfTheirStatement() {
    Records records = RecordedTraffic.of("mysql9-sysbench-run").parsed();
    Map<String, Integer> executed = new TreeMap<>();
    for (TraceRecord record : records.all) {
      if (record instanceof Operation operation) {
        OperationText text = texts.describe(operation);
        if (operation.command() == WireCommand.EXECUTE) {
          executed.merge(text.fingerprint() + (text.write() ? ", a write" : ""), 1, Integer::sum);
        }
      } else if (record instanceof Reply reply) {
        texts.replied(reply);
      }
    }
    assertThat(executed)
        .containsKeys(
            "select c from sbtest1 where id=?",
            "delete from sbtest1 where id=?, a write",
            "commit, a write")
        .allSatisfy((text, count) -> assertThat(text).doesNotContain("prepared before"));
  }

  private OperationText describe(int command, String text) {
    return texts.describe(
        operation(
            command,
            String.format(Locale.ROOT, "%02x", command)
                + HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII))));
  }

  private static Operation operation(int command, String hex) {
    return new Operation(1, 1, 1, command, HexFormat.of().parseHex(hex));
  }
}
