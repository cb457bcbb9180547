package io.stallmark.jdbc.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerUrlTest {

  private static ServerUrl parse(String url) {
    return ServerUrl.parse(url, "mysql://user@host/db");
  }

  @Test
  void hostsAreTakenAsWritten() {
    for (String hosts :
        new String[] {"a:1,[::1]:65535", "[fe80::1%eth0]", "(host=h,port=x)", "bücher.example"}) {
      assertThat(parse("mysql://u@" + hosts + "/d").hosts()).isEqualTo(hosts);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "h:0,              port is not a number within 1 to 65535",
    "h:65536,          port is not a number within 1 to 65535",
    "'h:1,h:99999999', port is not a number within 1 to 65535",
    "h:hidden,         port is not a number within 1 to 65535",
    "h:-5,             port is not a number within 1 to 65535",
    "h:,               port is not a number within 1 to 65535",
    "[::1]:x,          port is not a number within 1 to 65535",
    "h:1:2,            host has more than one colon",
    "hid:::1,          host has more than one colon",
    "::1,              empty host",
    ":3306,            empty host",
    "'a,,b',           empty host",
    "[::1,             bracket",
    "::1],             empty host",
    "h]:1,             bracket",
    "[]:1,             bracket",
    "[::1]x,           bracket",
    "'hid den',        space",
    "'h\thidden:1',    space"
  })
  void hostsThatCannotBe_areRefusedWithoutRepeatingThem(String hosts, String complaint) {
    assertThatThrownBy(() -> parse("mysql://" + hosts + "/d"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The URL")
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("hid");
  }

  @ParameterizedTest
  @CsvSource({
    "mysql://h/d,                    mysql,   '',           ,   h",
    "mysql://u@h:3307/d,             mysql,   '',           u,  h:3307",
    "mysql://u:p@h/d,                mysql,   '',           u,  h",
    "mariadb:///d,                   mariadb, '',           ,   localhost",
    "jdbc:mysql://h/d,               mysql,   '',           ,   h",
    "jdbc:mariadb://h/d?user=u,      mariadb, '',           u,  h",
    "jdbc:mysql:loadbalance://a:1/d, mysql,   :loadbalance, ,   a:1",
    "mysql://u@[::1]:3306/d,         mysql,   '',           u,  [::1]:3306"
  })
  void everyFormIsTakenApart(String text, String scheme, String mode, String user, String hosts) {
    ServerUrl url = parse(text);
    assertThat(url.scheme()).isEqualTo(scheme);
    assertThat(url.mode()).isEqualTo(mode);
    assertThat(url.user()).isEqualTo(user);
    assertThat(url.hosts()).isEqualTo(hosts);
    assertThat(url.database()).isEqualTo("d");
    assertThat(url.params()).isEmpty();
    assertThat(url.socket()).isNull();
  }

  @Test
  void specialCharactersAreWrittenInPercent() {
    ServerUrl url = parse("mysql://a%40b:p%2F+@h/d%C3%A9?x=1%262&socket=/a%20b");
    assertThat(url.user()).isEqualTo("a@b");
    assertThat(url.password()).isEqualTo("p/+");
    assertThat(url.database()).isEqualTo("dé");
    assertThat(url.params()).containsExactly(java.util.Map.entry("x", "1&2"));
    assertThat(url.socket()).isEqualTo("/a b");
    assertThat(url.where()).isEqualTo("/a b/dé");
  }

  @Test
  void aPasswordIsTakenFromEitherPlaceAndNotPassedOn() {
    assertThat(parse("mysql://u:one@h/d").password()).isEqualTo("one");
    ServerUrl url = parse("mysql://h/d?user=u&password=two&x=y");
    assertThat(url.password()).isEqualTo("two");
    assertThat(url.params()).containsOnlyKeys("x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql:",
        "mysql://u:hidden@h",
        "mysql://u:hidden@h/",
        "mysql://u:hidden@h/?x=y",
        "mysql:loadbalance://u:hidden@h/d",
        "mysql:/u:hidden@h/d",
        "mysql://u:hidden@h/d?flag",
        "mysql://u:123/a?hidden@h/d",
        "mysql://u:hidden@h/d?socket=",
        "mysql://u:hidden@h/d?socket=%20",
        "mysql://u:hid%zzden@h/d"
      })
  void whatIsWrongIsSaidInALineWithoutThePassword(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContainingAny("hid", "\n")
        .hasMessageStartingWith("The URL");
  }
}
