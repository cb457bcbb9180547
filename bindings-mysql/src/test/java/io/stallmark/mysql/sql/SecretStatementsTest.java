package io.stallmark.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretStatementsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE USER a IDENTIFIED BY 'x'",
        "create  or\nreplace user a",
        "/* by me */ ALTER USER a",
        "ALTER/**/USER a",
        "SELECT 1; SET PASSWORD FOR a = 'x'",
        "GRANT ALL ON *.* TO a IDENTIFIED/* # */BY 'x'",
        "GRANT ALL ON *.* TO a IDENTIFIED VIA ed25519 USING 'x'",
        "SELECT '#', PASSWORD ('x')",
        "CHANGE MASTER TO MASTER_PASSWORD='x'",
        "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD='x'",
        "START REPLICA USER='a' PASSWORD='x'",
        "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (PASSWORD 'x')",
        "/*!50000 CREATE*/ USER a",
        "/*M!100100 SET*/ PASSWORD = 'x'",
        "-- comment\nSET -- another\n PASSWORD = 'x'",
        "PREPARE s FROM 'ALTER USER a IDENTIFIED BY \"x\"'"
      })
  void statementsWithPasswords_areSecret(String sql) {
    assertThat(SecretStatements.contains(bytes(sql))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT user FROM users WHERE password = 'hash'",
        "CREATE TABLE user_password (identified INT)",
        "CREATE USERS",
        "SHOW MASTER STATUS",
        "SELECT 1"
      })
  void otherStatements_areNot(String sql) {
    assertThat(SecretStatements.contains(bytes(sql))).isFalse();
  }

  /** With steps that grow with the square of the length, this would take an hour. */
  @Test
  void longTexts_areSearchedOnce() {
    for (String part : new String[] {"/*", "set ", "*", "--", "create  ", "password "}) {
      assertThat(SecretStatements.contains(bytes("user " + part.repeat(200_000)))).isFalse();
    }
  }

  private static byte[] bytes(String sql) {
    return sql.getBytes(StandardCharsets.UTF_8);
  }
}
