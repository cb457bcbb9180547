package io.stallmark.mysql.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.jdbc.connect.JdbcDriver;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.spi.Target;
import io.stallmark.spi.Target.Protocol;
import io.stallmark.spi.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class MySqlDriversTest {

  private static List<JdbcDriver> drivers() {
    return MySqlDrivers.ALL;
  }

  private static JdbcDriver of(String id) {
    return drivers().stream().filter(driver -> driver.id().equals(id)).findFirst().orElseThrow();
  }

  private static ServerUrl url(String params) {
    return ServerUrl.parse("mysql://h/d" + params, "example");
  }

  private static Map<String, String> properties(JdbcDriver driver, String params, Tls tls) {
    return driver.properties(url(params), new Target("mysql:", null, null, tls, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "mysql, UNSAID, DISABLED",
    "mysql, OFF, DISABLED",
    "mysql, REQUIRED, REQUIRED",
    "mysql, VERIFY, VERIFY_IDENTITY",
    "mariadb, UNSAID, disable",
    "mariadb, OFF, disable",
    "mariadb, REQUIRED, trust",
    "mariadb, VERIFY, verify-full"
  })
  void theFlagBecomesTheDriversOwnWord(String driver, Tls.Mode mode, String word) throws Exception {
    assertThat(properties(of(driver), "", new Tls(mode, null))).containsEntry("sslMode", word);
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void theUrlsOwnWordsStand(JdbcDriver driver) throws Exception {
    assertThat(properties(driver, "?sslMode=REQUIRED&connectTimeout=5", Tls.UNSAID))
        .containsEntry("sslMode", "REQUIRED")
        .containsEntry("connectTimeout", "5")
        .doesNotContainKey("allowPublicKeyRetrieval");
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void anOptionThatTheDriverWouldIgnoreIsRefused(JdbcDriver driver) throws Exception {
    driver.check(url("?SOCKETTIMEOUT=0&socket=/s"), null);
    assertThatThrownBy(() -> driver.check(url("?nonsense=1"), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The URL's option nonsense is not one of the %s driver's", driver.id());
  }

  @ParameterizedTest
  @CsvSource({"socketTimeout, soon", "sslMode, perhaps"})
  void aValueThatTheDriverCannotReadIsRefused(String name, String value) {
    for (JdbcDriver driver : MySqlDrivers.ALL) {
      assertThatThrownBy(() -> driver.check(url("?" + name + "=" + value), null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(
              "The " + driver.id() + " driver does not accept the URL's options")
          .hasMessageContaining(value);
    }
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void everyDefaultIsAPropertyOfTheDriver(JdbcDriver driver) throws Exception {
    for (var property : properties(driver, "", Tls.UNSAID).entrySet()) {
      driver.check(url("?" + property.getKey() + "=" + property.getValue()), null);
    }
  }

  @Test
  void anAuthorityThatCannotBeReadIsNamed(@TempDir Path dir) throws Exception {
    Path empty = Files.createFile(dir.resolve("empty.pem"));
    Tls tls = new Tls(Tls.Mode.VERIFY, empty);
    assertThatThrownBy(() -> properties(of("mysql"), "", tls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(empty.toString());
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void countingRowsThatStayAsTheyAreIsRefused(JdbcDriver driver) {
    assertThatThrownBy(() -> driver.check(url("?useAffectedRows=false"), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows are counted when they change");
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void protocol_becomesTheDriversProperty_unlessTheUrlContradicts(JdbcDriver driver)
      throws Exception {
    Target text = new Target("mysql:", null, null, Tls.UNSAID, 1, Protocol.TEXT);
    assertThat(driver.properties(url(""), text)).containsEntry("useServerPrepStmts", "false");
    driver.check(url("?useServerPrepStmts=FALSE"), Protocol.TEXT);
    assertThatThrownBy(() -> driver.check(url("?useserverprepstmts=true"), Protocol.TEXT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--protocol does not go with useserverprepstmts=true in the URL; leave one of them out");
  }
}
