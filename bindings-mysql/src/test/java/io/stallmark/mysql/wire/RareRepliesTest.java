package io.stallmark.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mysql.wire.RecordedTraffic.Records;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Replies that the recorded sessions do not have, by the protocol's description. */
final class RareRepliesTest {

  private static final String OK = "00000002000000";

  private final Records records = new Records();
  private final SessionParser parser =
      new MySqlWireProtocol("mysql://u@h/d", List.of())
          .parser(RecordedTraffic.of("mariadb10-pymysql").opened(), 1, false, records);
  private long time;

  private static byte[] packet(int sequence, String hex) {
    return HexFormat.of()
        .parseHex(String.format(Locale.ROOT, "%02x0000%02x%s", hex.length() / 2, sequence, hex));
  }

  private static String query(String text) {
    return "03" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void sent(int sequence, String hex) {
    parser.sent(++time, packet(sequence, hex));
  }

  private void replied(int sequence, String hex) {
    parser.replied(++time, packet(sequence, hex));
  }

  private Reply reply(int index) {
    return records.of(Reply.class).get(index);
  }

  @Test
  void progress_isNoReply() {
    sent(0, query("alter table t engine=innodb"));
    replied(1, "ffffff01010264000005737461676573");
    replied(2, "00030002000000");
    assertThat(records.of(Reply.class)).hasSize(1);
    assertThat(reply(0).outcome()).isEqualTo(Outcome.OK);
    assertThat(reply(0).affected()).isEqualTo(3);
    assertThat(reply(0).latency()).isEqualTo(2);
    assertThat(reply(0).firstByte()).isEqualTo(1);
  }

  @Test
  void secondLogin_isSecret_andItsStepsAreSkipped() {
    sent(0, "1175736572000a736372616d626c65");
    replied(1, "fe706c7567696e00736565640000");
    sent(2, "0102030405");
    replied(3, "0104");
    sent(4, "02");
    replied(5, "012d2d");
    sent(6, "0605");
    replied(7, OK);
    sent(0, "0e");
    replied(1, OK);
    parser.end(++time);
    assertThat(records.of(Gap.class)).extracting(Gap::reason).containsExactly("secret");
    assertThat(records.of(Operation.class)).extracting(Operation::command).containsExactly(0x0e);
    assertThat(reply(0).outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void events_haveNoReply() {
    sent(0, "12040000000000010000");
    replied(1, "0001020304050607");
    replied(2, "0001020304050607");
    sent(0, "ef0400000000000000");
    replied(7, "0001020304050607");
    parser.end(++time);
    assertThat(reply(0).outcome()).isEqualTo(Outcome.NONE);
    assertThat(records.of(Reply.class)).hasSameSizeAs(records.of(Operation.class));
  }

  @Test
  void errorWithoutRequest_isSkipped() {
    sent(0, "0e");
    replied(1, OK);
    replied(0, "ffbf0f23303830303454696d656f7574");
    sent(0, "0e");
    replied(1, OK);
    assertThat(records.of(Gap.class)).isEmpty();
    assertThat(records.of(Reply.class)).extracting(Reply::outcome).containsOnly(Outcome.OK);
  }

  @Test
  void replyWithoutRequest_isUnreadable_upToTheNextRequest() {
    replied(1, OK);
    replied(1, OK);
    sent(3, "0102");
    sent(0, "0e");
    replied(1, OK);
    assertThat(records.of(Gap.class))
        .extracting(Gap::reason)
        .containsExactly("unreadable", "unreadable");
    assertThat(reply(0).outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void executionsOfASecretStatement_areSecret() {
    sent(0, "16" + query("create user a identified by 'x'").substring(2));
    sent(0, "17ffffffff0001000000");
    replied(1, "000500000000000000000000");
    replied(1, OK);
    sent(0, "17050000000001000000");
    replied(1, OK);
    sent(0, "1905000000");
    sent(0, "16" + query("select 1").substring(2));
    replied(1, "000600000000000000000000");
    sent(0, "17ffffffff0001000000");
    replied(1, OK);
    assertThat(records.of(Gap.class)).extracting(Gap::reason).containsOnly("secret").hasSize(4);
    assertThat(records.of(Operation.class))
        .extracting(Operation::command)
        .containsExactly(0x16, 0x17);
    assertThat(records.of(Reply.class)).extracting(Reply::sequence).containsExactly(1L, 2L);
  }

  @Test
  void requestsWithoutReply_areAnsweredAtTheEnd() {
    sent(0, query("select sleep(9)"));
    sent(0, "0e");
    parser.end(9);
    assertThat(records.of(Reply.class))
        .extracting(Reply::outcome)
        .containsExactly(Outcome.NONE, Outcome.NONE);
    assertThat(reply(0).latency()).isEqualTo(8);
  }
}
