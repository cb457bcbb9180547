package io.stallmark.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Secret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DatabaseUrlTest {

  @ParameterizedTest
  @CsvSource({
    "mysql://u:s3cret@h:3306/db, mysql://u@h:3306/db, s3cret",
    "MySQL://U:s3cret@H/Db, mysql://U@H/Db, s3cret",
    "JDBC:MariaDB://u:pw@h/DB, jdbc:mariadb://u@h/DB, pw",
    "mariadb://u:s%2Fc%40r@h/db?x=1, mariadb://u@h/db?x=1, s/c@r",
    "mysql://u:a@b@h/db, mysql://u@h/db, a@b",
    "mysql://u:a+b@h/db, mysql://u@h/db, a+b",
    "mysql://u:100%@h/db, mysql://u@h/db, 100%",
    "mongodb://u:pw@h1:1|h2:2/db?replicaSet=r, mongodb://u@h1:1|h2:2/db?replicaSet=r, pw",
    "mongodb+srv://u:pw@c.example/db, mongodb+srv://u@c.example/db, pw",
    "jdbc:mysql://h/db?user=u&password=pw, jdbc:mysql://h/db?user=u, pw",
    "jdbc:mysql://h/db?password=pw&user=u, jdbc:mysql://h/db?user=u, pw",
    "jdbc:mysql://h/db?a=1&password=p%26w&user=u, jdbc:mysql://h/db?a=1&user=u, p&w",
    "jdbc:mysql://h/db?Password=pw, jdbc:mysql://h/db, pw",
    "jdbc:mariadb://u:pw@h/db, jdbc:mariadb://u@h/db, pw",
    "jdbc:mysql://(host=h|password=pw|port=3)/db, jdbc:mysql://(host=h|port=3)/db, pw",
    "jdbc:mysql://(password=pw|host=h)/db, jdbc:mysql://(host=h)/db, pw",
    "jdbc:mysql://(host=h|password=pw)/db, jdbc:mysql://(host=h)/db, pw",
    "jdbc:mysql://address=(host=h)(password=pw)(port=3)/db, jdbc:mysql://address=(host=h)(port=3)/db, pw",
    "jdbc:mysql://h/db?password=p|w)&user=u, jdbc:mysql://h/db?user=u, p|w)",
    "jdbc:mysql://h/db?user=u&password=(pw;x), jdbc:mysql://h/db?user=u, (pw;x)",
  })
  void aPasswordInside_comesOut(String text, String url, String password) throws SpecException {
    DatabaseUrl parsed = DatabaseUrl.parse(text.replace('|', ','));
    assertThat(parsed.url()).isEqualTo(url.replace('|', ','));
    assertThat(parsed.password())
        .isNotNull()
        .extracting(Secret::reveal)
        .isEqualTo(password.replace('|', ','));
    assertThat(parsed.secrets()).extracting(Secret::reveal).contains(password.replace('|', ','));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u@h:3306/db",
        "mysql://h:3306/db?sslMode=REQUIRED&connectTimeout=5",
        "mongodb://h1:27017,h2:27018/db?w=1",
        "ycsb:site.ycsb.db.JdbcDBClient?classpath=/a/*&db.url=jdbc:mariadb://h/db",
        "mongodb://u@%2Ftmp%2Fmongo.sock/db",
        "jdbc:mysql://h/db?user=a@b&allowPublicKeyRetrieval=true",
        "jdbc:mysql://h/db?disconnectOnExpiredPasswords=true",
        "embedded:mysql",
        "embedded:mysql?buffer-pool=256M",
      })
  void aUrlWithoutPassword_staysAsItIs(String text) throws SpecException {
    DatabaseUrl parsed = DatabaseUrl.parse(text);
    assertThat(parsed.url()).isEqualTo(text);
    assertThat(parsed.password()).isNull();
    assertThat(parsed.secrets()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h/db?trustCertificateKeyStorePassword=st%40re&user=u,"
        + "jdbc:mysql://h/db?trustCertificateKeyStorePassword=***&user=u ***",
    "mongodb://h/db?proxyPassword=st%40re;w=1, mongodb://h/db?proxyPassword=*** ***",
    "ycsb:a.B?classpath=/a&db.passwd=st%40re&x=1, ycsb:a.B?classpath=/a&db.passwd=***&x=1 ***",
    "ycsb:a.B?classpath=/a&db.url=mongodb://u:st%40re@h/d, ycsb:a.B?classpath=/a&db.url=mongodb://u:***@h/d ***",
    "'mongodb://h/?authMechanismProperties=SERVICE_NAME:x,AWS_SESSION_TOKEN:st@re&w=1',"
        + "'mongodb://h/?authMechanismProperties=SERVICE_NAME:x,AWS_SESSION_TOKEN:***&w=1 ***'"
  })
  void otherPasswords_stayForTheDriverButAreKnown(String text, String redacted)
      throws SpecException {
    DatabaseUrl parsed = DatabaseUrl.parse(text);
    assertThat(parsed.url()).isEqualTo(text);
    assertThat(parsed.password()).isNull();
    assertThat(new Redactor(parsed.secrets()).redact(parsed.url() + " st@re")).isEqualTo(redacted);
  }

  @Test
  void anEmptyPassword_isNone() throws SpecException {
    DatabaseUrl parsed = DatabaseUrl.parse("mysql://u:@h/db");
    assertThat(parsed.url()).isEqualTo("mysql://u@h/db");
    assertThat(parsed.password()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:Can/ary@h/db",
        "mysql://u:Can?ary@h/db",
        "mysql://u:/Canary@h/db",
        "Canary",
        ""
      })
  void whatCannotBeToldApart_isRefusedWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> DatabaseUrl.parse(text))
        .isInstanceOf(SpecException.class)
        .hasMessageStartingWith("--url")
        .message()
        .doesNotContain("Can");
  }
}
