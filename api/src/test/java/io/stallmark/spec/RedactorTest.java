package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactorTest {

  @ParameterizedTest
  @CsvSource({
    "Canary-1, no Canary-1 in xCanary-1x, no *** in x***x",
    "Ab$1.*, what Ab$1.* is, what *** is",
    "'', all stays, all stays",
  })
  void strongSecret_isRemovedAnywhere(String secret, String text, String redacted) {
    assertThat(new Redactor(List.of(new Secret(secret))).redact(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1      | 1 table, 1.1 s, results/1/run-1           | 1 table, 1.1 s, results/1/run-1",
        "mysql  | tiny on mysql, results/tiny-mysql         | tiny on mysql, results/tiny-mysql",
        "mysql  | mysql://u:mysql@h/mysql                   | mysql://u:***@h/mysql",
        "mysql  | jdbc:x?user=mysql&password=mysql&a=mysql  | jdbc:x?user=mysql&password=***&a=mysql",
        "secret | No workload 'secret', secretary           | No workload '***', secretary",
        "a      | token: a, tokens, secret=\"a\", secret=ab   | token: ***, tokens, secret=\"***\", secret=ab",
      })
  void weakSecret_isRemovedWhereASecretCanBe(String secret, String text, String redacted) {
    assertThat(new Redactor(List.of(new Secret(secret))).redact(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:Canary-1@h/db",
        "tokudb=mariadb://u:Canary-1@h/db",
        "jdbc:mariadb://h:3306/db?user=u&password=Canary-1&x=y",
        "u:Canary-1@h",
        "text:Canary-1@h",
        "url=text:Canary-1@h",
        "--url=text:Canary-1@h",
        "x=text://u:Canary-1@h",
        "x=u:Canary-1@h",
        "mongodb://u:Canary-1@h1,h2/db",
        "https://:Canary-1@h",
        "--password=Canary-1",
        "{\"trustStorePassword\" : \"Canary-1\"}",
        "api-key: Canary-1",
        "ALTER USER u IDENTIFIED BY 'Canary-1'",
        "ALTER USER u IDENTIFIED WITH mysql_native_password AS \"Canary-1\"",
        "ALTER ROLE r WITH ENCRYPTED PASSWORD 'Canary-1'",
        "SET PASSWORD FOR 'u'@'h' = PASSWORD('Canary-1')",
        "authMechanismProperties=AWS_SESSION_TOKEN:Canary-1,b:c",
      })
  void whatLooksLikeASecret_isFound(String line) {
    Redactor redactor = Redactor.suspecting(List.of("no", line));
    assertThat(redactor.redact("in '" + line + "' is Canary-1")).doesNotContain("Canary-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://bench@h:3306/db",
        "key_block_size=8",
        "results/a@b",
        "a:b",
        "-p rows=10",
        "x=text:@@@-##",
        "mail=text:name-##@@@-@@",
      })
  void whatDoesNot_stays(String line) {
    assertThat(Redactor.suspecting(List.of(line)).redact(line)).isEqualTo(line);
  }

  @Test
  void theLongerSecret_goesFirst() {
    Redactor one = new Redactor(List.of(new Secret("canary-2")));
    Redactor both = one.and(new Redactor(List.of(new Secret("canary-2-long"))));
    assertThat(both.redact("canary-2-long canary-2")).isEqualTo("*** ***");
  }
}
