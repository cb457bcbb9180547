package io.stallmark.mysql.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlFingerprintTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT  c FROM sbtest1\tWHERE id=42 ; | select c from sbtest1 where id=?",
        "SELECT 'it''s', \"a\\\"b\", 'x\\\\', 7 | select ?, ?, ?, ?",
        "SELECT /* who */ 1 -- end | select ?",
        "SELECT 1 # it's the end | select ?",
        "SELECT 2--1 | select ?-?",
        "/*!40101 SET NAMES utf8 */ | set names utf8",
        "SELECT `My Column`, t1.2b FROM `1db`.9t | select `my column`, t1.2b from `1db`.9t",
        "SELECT 0xFF, x'1f', b'01', _utf8mb4'a', N'b', 1.5e-3, .5 | select ?, ?, ?, ?, ?, ?, ?",
        "SELECT a-5, -5, (-5), a > -1.5, a1+b2 | select a-?, ?, (?), a > ?, a1+b2",
        "SELECT * FROM t WHERE a IN (1, 2,3) AND b in('x') | select * from t where a in(?+) and b in(?+)",
        "INSERT INTO t VALUES (1,'a'),(2,'b') , (3,NULL) | insert into t values(?+)",
        "INSERT INTO t VALUES (1,now()),(2,now()) | insert into t values(?,now())",
        "SELECT 1 WHERE (a,b) IN ((1,2),(3,4)) | select ? where (a,b) in(?+)",
        "SELECT * FROM t LIMIT 5, 10 | select * from t limit ?",
        "SELECT * FROM t LIMIT 10 OFFSET 5 | select * from t limit ?",
        "SELECT a IS NOT NULL, b IS NULL, true | select a is not null, b is null, ?",
        "INSERT INTO t (a) VALUES (?) ON DUPLICATE KEY UPDATE a=VALUES(a)"
            + " | insert into t (a) values(?+) on duplicate key update a=values(a)",
        "SELECT @@version, @x := 5 | select @@version, @x := ?",
        "SELECT 'not closed | select ?",
        "SELECT f(1, 2), (3) | select f(?, ?), (?)",
      })
  void values_areReplaced(String sql, String expected) {
    assertThat(new SqlFingerprint(sql).text()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES (1)",
        " /* x */ (update t set a=1)",
        "REPLACE INTO t SELECT 1",
        "CALL p()",
        "DELETE FROM t",
        "SELECT 1; DROP TABLE t",
        "WITH x AS (SELECT 1) UPDATE t SET a=1",
        "LOAD DATA LOCAL INFILE 'f' INTO TABLE t",
        "TRUNCATE t",
        "CREATE TABLE t (a INT)",
        "ANALYZE FORMAT=JSON DELETE FROM t"
      })
  void statementsThatChangeData_areWrites(String sql) {
    assertThat(new SqlFingerprint(sql).write()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t FOR UPDATE",
        "(SELECT 'delete' FROM t)",
        "BEGIN",
        "COMMIT",
        "SET @a = 1",
        "SHOW CREATE TABLE t",
        "EXPLAIN UPDATE t SET a=1",
        "WITH x AS (SELECT 1) SELECT * FROM x FOR UPDATE",
        "ANALYZE TABLE t",
        ""
      })
  void otherStatements_areReads(String sql) {
    assertThat(new SqlFingerprint(sql).write()).isFalse();
  }

  @Test
  void longStatements_haveShortTexts() {
    String rows = ("(1,'" + "x".repeat(200) + "'),").repeat(20_000);
    assertThat(new SqlFingerprint("INSERT INTO t VALUES " + rows + "(2,'y')").text())
        .isEqualTo("insert into t values(?+)");
    String columns = "SELECT " + "some_column + ".repeat(10_000) + "1";
    assertThat(new SqlFingerprint(columns).text()).hasSizeBetween(2_000, 2_100);
  }
}
