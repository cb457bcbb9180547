package io.stallmark.mysql.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mysql.wire.RecordedTraffic.Records;
import io.stallmark.spi.wire.OperationTexts;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.trace.TraceRecord;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MySqlRedactorTest {

  private static final String CANARY = "hunter2Secret";

  private final MySqlWireProtocol protocol =
      new MySqlWireProtocol("mysql://user@host:3306/db", List.of());
  private final MySqlRedactor redactor =
      new MySqlRedactor(new ValueMask("0123456789abcdef".getBytes(UTF_8)));
  private final OperationTexts before = protocol.texts();
  private final OperationTexts after = protocol.texts();

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(UTF_8));
  }

  private byte @Nullable [] redacted(int command, String hex) {
    Operation redacted =
        redactor.redact(new Operation(1, 1, 1, command, HexFormat.of().parseHex(hex)));
    return redacted == null ? null : redacted.body();
  }

  private @Nullable String query(String sql) {
    byte[] body = redacted(3, "03" + hex(sql));
    return body == null ? null : new String(body, 1, body.length - 1, UTF_8);
  }

  private static String text(byte @Nullable [] body) {
    return new String(Objects.requireNonNull(body), StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t WHERE a = 'CANARY' AND b IN (\"CANARY\", 'CANARY')",
        "SELECT 'it\\'s CANARY', 'CANARY''', '\\\\', 'CANARY', _utf8mb4'CANARY', N'CANARY'",
        "SELECT a AS 'CANARY' /* CANARY */ FROM t -- CANARY",
        "SELECT 1 # CANARY\n, 2 --\n, '--CANARY'",
        "SELECT /*+ SET_VAR(x='CANARY') */ 1 /*!40101 , 'CANARY' /* CANARY */ */",
        "SELECT * FROM t WHERE a LIKE '%CANARY%'",
        "SET @sql_mode = 'CANARY', @a := \"CANARY\"",
        "SET time_zone = 'CANARY!'",
        "LOAD DATA LOCAL INFILE 'CANARY' INTO TABLE t FIELDS TERMINATED BY ',' ENCLOSED BY '\\''",
        "SELECT doc->'CANARY', a>'$CANARY' FROM t",
      })
  void values_areInNoByteOfAStatement(String pattern) {
    String sql = pattern.replace("CANARY", CANARY);
    String redacted = query(sql);
    assertThat(redacted).isNotNull().doesNotContainIgnoringCase(CANARY);
    assertThat(fingerprint(redacted)).isEqualTo(fingerprint(sql));
  }

  private String fingerprint(String sql) {
    byte[] body = HexFormat.of().parseHex("03" + hex(sql));
    return before.describe(new Operation(1, 1, 1, 3, body)).fingerprint();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 5, -1.5, NULL, TRUE, b'1', '2026-11-23', '2026-11-23 08:35:00.5', DATE'2026-1-2', \\N",
        "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_bin'",
        "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ANSI', @@time_zone='+00:00'",
        "SELECT `it's`, doc->>'$.a[0].b' FROM `a``b`.t USE INDEX (i) WHERE `x`.y=?",
        "/*!40101 SET NAMES utf8 */",
        "SELECT 2*/* */3",
        "SHOW VARIABLES LIKE '%'",
      })
  void namesAndNumbers_stay(String sql) {
    assertThat(query(sql.replace("/* */", "/**/"))).isEqualTo(sql.replace("/* */", "/**/"));
  }

  @Test
  void equalValues_haveEqualReplacements() {
    Pattern literals = Pattern.compile("'(\\w+)', \"(\\w+)\", '(\\w+)', '(\\w+)'");
    Matcher found =
        literals.matcher(query("SELECT 'it''s', \"it's\", 'it\\'s', 'its!'").substring(7));
    assertThat(found.matches()).isTrue();
    assertThat(found.group(1)).hasSize(4).isEqualTo(found.group(2)).isEqualTo(found.group(3));
    assertThat(found.group(4)).isNotEqualTo(found.group(1));
    prepare("SELECT ?", 1);
    byte[] execution = redacted(0x17, execute("fe00", "04" + hex("it's")));
    assertThat(text(execution)).contains(found.group(1));
    assertThat(query("SELECT '42', '-4.5'")).matches("SELECT '[1-9]\\d', '-[1-9]\\.\\d'");
    assertThat(query("SELECT 'Zoë'")).matches("SELECT '..[^e]'").doesNotContain("Zo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT x'68756e74657232536563726574' | SELECT x'[0-9a-f]{26}'",
        "SELECT 0x68756e74657232536563726574 | SELECT 0x[0-9a-f]{26}",
        "SELECT b'0110100001110101' | SELECT b'[01]{16}'",
      })
  void binaryValues_areRedacted(String sql, String expected) {
    assertThat(query(sql)).matches(expected).isNotEqualTo(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'not closed",
        "SELECT `not closed",
        "SELECT /* not closed",
        "SELECT /*! not closed",
        "INSERT INTO t VALUES ('a\\', 'secret', 'b\\')",
        "INSERT INTO t VALUES ('a\\', ' secret # x')",
        "SELECT 'a'secret'",
      })
  void doubtfulStatements_areUnreadable(String sql) {
    assertThat(query(sql)).isNull();
  }

  @Test
  void sessionsWithUnsafeCharacters_areUnreadable() {
    redactor.began(new SessionStart(1, 1, Map.of("charset", "28")));
    assertThat(query("SELECT 'a'")).isNull();
    redactor.ended(1);
    query("CREATE TABLE t (a TEXT CHARACTER SET gbk, b TEXT CHARACTER SET big5) CHARSET=gbk");
    assertThat(query("SELECT 'a'")).isNotNull();
    assertThat(query("SET NAMES 'gbk'")).isNotNull();
    assertThat(query("SELECT 'a'")).isNull();
  }

  @Test
  void attributesOfAQuery_areRedacted() {
    String name = "0161";
    byte[] body =
        redacted(3, "030101" + "00" + "01" + "fe00" + name + "0d" + hex(CANARY) + hex("SELECT 7"));
    assertThat(text(body)).doesNotContain(CANARY).endsWith("SELECT 7");
    assertThat(text(redacted(3, "030001" + hex("SELECT 7")))).endsWith("SELECT 7");
  }

  private void prepare(String sql, int number) {
    assertThat(redacted(0x16, "16" + hex(sql))).isNotNull();
    String reply =
        "0c000001"
            + "00"
            + String.format(Locale.ROOT, "%02x000000", number)
            + "00000100"
            + "000000"
            + "ff";
    byte[] kept = redactor.replied(reply(HexFormat.of().parseHex(reply)));
    assertThat(kept).hasSize(16);
  }

  private static String execute(String type, String value) {
    return "17"
        + "01000000"
        + "00"
        + "01000000"
        + "00"
        + (type.isEmpty() ? "00" : "01" + type)
        + value;
  }

  private static Reply reply(byte[] body) {
    return new Reply(1, 2, 1, 1, 1, Outcome.OK, 0, 0, 0, 1, 5, body);
  }

  @Test
  void parametersOfExecutions_areRedacted() {
    prepare("SELECT ?", 1);
    assertThat(redacted(0x17, execute("", "0d" + hex(CANARY)))).isNull();
    assertThat(text(redacted(0x17, execute("fd00", "0d" + hex(CANARY))))).doesNotContain(CANARY);
    assertThat(text(redacted(0x17, execute("", "0d" + hex(CANARY))))).doesNotContain(CANARY);
    assertThat(redacted(0x17, execute("", "0e" + hex(CANARY)))).isNull();
    assertThat(redacted(0x17, execute("", "0c" + hex(CANARY)))).isNull();
    String number = execute("0800", "2a00000000000000");
    assertThat(redacted(0x17, number)).isEqualTo(HexFormat.of().parseHex(number));
    assertThat(text(redacted(0x18, "18" + "01000000" + "0000" + hex(CANARY))))
        .doesNotContain(CANARY);
    assertThat(redacted(0x17, execute("fc00", ""))).isNotNull();
    String bulk =
        "fa" + "01000000" + "8000" + "fd00" + "000d" + hex(CANARY) + "01" + "000d" + hex(CANARY);
    assertThat(text(redacted(0xfa, bulk))).doesNotContain(CANARY);
    assertThat(redacted(0x17, "1709000000" + "0001000000" + "0001fd00" + "0161")).isNull();
  }

  @Test
  void files_areRedactedByField() {
    String file = "1\t" + CANARY + "\t2026-11-23\t\\N\n77,\"" + CANARY + "\"\t5\n";
    String redacted = text(redacted(0xfb, hex(file)));
    assertThat(redacted)
        .doesNotContain(CANARY)
        .matches("\\w\t(\\w{13})\t2026-11-23\t\\\\N\n77,\"\\1\"\t5\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql9-cj",
        "mysql9-libmysqlclient",
        "mysql9-ma",
        "mysql9-pymysql",
        "mysql9-sysbench-prepare",
        "mysql9-sysbench-run",
        "mariadb10-cj",
        "mariadb10-libmysqlclient",
        "mariadb10-ma",
        "mariadb10-pymysql",
        "mariadb10-sysbench-prepare",
        "mariadb10-sysbench-run"
      })
  void recordedOperations_keepTheirTexts(String name) {
    RecordedTraffic traffic = RecordedTraffic.of(name);
    Records records = traffic.parsed(true, RecordedTraffic::pass);
    redactor.began(new SessionStart(7, 0, traffic.opened().attributes()));
    List<String> unreadable = new ArrayList<>();
    for (TraceRecord record : records.all) {
      if (record instanceof Operation operation) {
        Operation redacted = redactor.redact(operation);
        if (redacted == null) {
          unreadable.add(operation.command() + ": " + text(operation.body()));
        } else {
          assertThat(after.describe(redacted)).isEqualTo(before.describe(operation));
        }
      } else if (record instanceof Reply reply) {
        before.replied(reply);
        redactor.replied(reply);
        after.replied(reply);
      }
    }
    assertThat(unreadable).isEmpty();
  }
}
