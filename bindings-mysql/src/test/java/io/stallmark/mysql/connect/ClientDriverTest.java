package io.stallmark.mysql.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.Tls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ClientDriverTest {

  private static Map<String, String> properties(ClientDriver driver, String params, Tls tls)
      throws SQLException {
    return driver.properties(MySqlUrl.parse("mysql://h/d" + params), tls);
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
    assertThat(properties(ClientDriver.of(driver), "", new Tls(mode, null)))
        .containsEntry("sslMode", word);
  }

  @ParameterizedTest
  @EnumSource(ClientDriver.class)
  void theUrlsOwnWordsStand(ClientDriver driver) throws Exception {
    assertThat(properties(driver, "?sslMode=REQUIRED&connectTimeout=5", Tls.UNSAID))
        .containsEntry("sslMode", "REQUIRED")
        .containsEntry("connectTimeout", "5")
        .doesNotContainKey("allowPublicKeyRetrieval");
  }

  @ParameterizedTest
  @EnumSource(ClientDriver.class)
  void anOptionThatTheDriverWouldIgnoreIsRefused(ClientDriver driver) throws Exception {
    driver.check(MySqlUrl.parse("mysql://h/d?SOCKETTIMEOUT=0&socket=/s"));
    assertThatThrownBy(() -> driver.check(MySqlUrl.parse("mysql://h/d?nonsense=1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The URL's option nonsense is not one of the %s driver's", driver.id());
  }

  @ParameterizedTest
  @CsvSource({"socketTimeout, soon", "sslMode, perhaps"})
  void aValueThatTheDriverCannotReadIsRefused(String name, String value) {
    for (ClientDriver driver : ClientDriver.values()) {
      assertThatThrownBy(() -> driver.check(MySqlUrl.parse("mysql://h/d?" + name + "=" + value)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("The " + driver.id() + " driver does not take the URL's options")
          .hasMessageContaining(value);
    }
  }

  @ParameterizedTest
  @EnumSource(ClientDriver.class)
  void everyDefaultIsAPropertyOfTheDriver(ClientDriver driver) throws Exception {
    for (var property : properties(driver, "", Tls.UNSAID).entrySet()) {
      driver.check(MySqlUrl.parse("mysql://h/d?" + property.getKey() + "=" + property.getValue()));
    }
  }

  @Test
  void anUnknownDriverIsRefused() {
    assertThatThrownBy(() -> ClientDriver.of("oracle"))
        .hasMessage("--driver is mysql or mariadb, not oracle");
  }

  @Test
  void anAuthorityThatCannotBeReadIsNamed(@TempDir Path dir) throws Exception {
    Path empty = Files.createFile(dir.resolve("empty.pem"));
    Tls tls = new Tls(Tls.Mode.VERIFY, empty);
    assertThatThrownBy(() -> properties(ClientDriver.CONNECTOR_J, "", tls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(empty.toString());
  }

  @ParameterizedTest
  @EnumSource
  void countingRowsThatStayAsTheyAreIsRefused(ClientDriver driver) {
    assertThatThrownBy(() -> driver.check(MySqlUrl.parse("mysql://h/d?useAffectedRows=false")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows are counted when they change");
  }
}
