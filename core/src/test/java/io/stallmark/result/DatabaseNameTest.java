package io.stallmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DatabaseNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MariaDB 10.11.6-MariaDB-log | MariaDB 10.11",
        "MySQL 9.1.0 | MySQL 9.1",
        "PostgreSQL 15.6 (Debian 15.6-0+deb12u1) | PostgreSQL 15.6",
        "Memory 1 | Memory 1"
      })
  void server_isShortenedToProductAndVersion(String server, String name) {
    assertThat(DatabaseName.of("binding", Map.of("server", server))).isEqualTo(name);
  }

  @Test
  void versionOfItsOwn_followsTheProduct() {
    Map<String, String> facts =
        Map.of("server", "MongoDB", "version", "6.0.14", "storage engine", "wiredTiger");
    assertThat(DatabaseName.of("mongo", facts)).isEqualTo("MongoDB 6.0, wiredTiger");
  }

  @Test
  void engineOfTheTables_isNamedAsTheBindingDoes() {
    Map<String, String> facts =
        Map.of(
            "server", "MariaDB 10.11.6",
            "default_storage_engine", "InnoDB",
            "storage engine", "MyRocks");
    assertThat(DatabaseName.of("mysql", facts)).isEqualTo("MariaDB 10.11, MyRocks");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MariaDB 10.11.6-MariaDB-log | MariaDB, InnoDB",
        "PostgreSQL 15.6 (Debian 15.6-0+deb12u1) | PostgreSQL, InnoDB",
        "H2 2.3 | H2, InnoDB",
        "'' | mysql"
      })
  void versionIsLeftOut_whereItMayChange(String server, String name) {
    Map<String, String> facts = Map.of("server", server, "storage engine", "InnoDB");
    assertThat(DatabaseName.anyVersion("mysql", facts)).isEqualTo(name);
  }

  @Test
  void serverThatDoesNotReportItself_hasTheBindingsName() {
    assertThat(DatabaseName.of("mysql", Map.of("storage engine", "MyRocks"))).isEqualTo("mysql");
  }

  @Test
  void longName_isCut() {
    assertThat(DatabaseName.of("b", Map.of("server", "x".repeat(300)))).hasSize(40);
  }
}
