package io.stallmark.mysql.sql;

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
        "SELECT * FROM A.t1 x, `B`.`T2` AS y LEFT JOIN c USING (id) WHERE z IN (1) | t1 t2 c",
        "INSERT IGNORE INTO t (a, b) VALUES (1,2),(3,4) ON DUPLICATE KEY UPDATE a=1 | t",
        "insert t select * from u where a in (select b from v) | t u v",
        "REPLACE LOW_PRIORITY t SET a=replace(b,1,2) | t",
        "UPDATE t, u SET t.a=1 WHERE t.b=u.b | t u",
        "DELETE t FROM t JOIN (SELECT a FROM u, w) x, y WHERE 1 | t u w y",
        "SELECT a INTO @v FROM t WHERE a=? FOR UPDATE | t",
        "SELECT 1 FROM t USE INDEX (a, b), u ORDER BY c, d | t u",
        "LOAD DATA LOCAL INFILE 'f' INTO TABLE t FIELDS TERMINATED BY ',' (a, b) | t",
        "CREATE TABLE IF NOT EXISTS t (a INT, b INT, KEY (a)) | t",
        "DROP TABLE IF EXISTS t, u | t u",
        "TRUNCATE t; ALTER TABLE u ADD a INT, ADD b INT | t u",
        "COMMIT | ~~",
        "SELECT 1 | ~~"
      })
  void tables_areNamedBySomeWords(String sql, String expected) {
    assertThat(String.join(" ", new SqlFingerprint(sql).tables())).isEqualTo(expected);
  }

  @Test
  void tables_ofATextThatIsNotReadToItsEnd_areNotKnown() {
    String sql = "SELECT " + "a + ".repeat(1_000) + "a FROM t";
    assertThat(new SqlFingerprint(sql).tables()).isEmpty();
  }

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
        "ANALYZE FORMAT=JSON DELETE FROM t",
        "COMMIT",
        "ROLLBACK",
        "XA COMMIT 'x'",
        "SELECT a FROM t FOR UPDATE",
        "SELECT a FROM t FOR SHARE SKIP LOCKED",
        "SELECT a FROM t LOCK IN SHARE MODE",
        "WITH x AS (SELECT 1) SELECT * FROM x FOR UPDATE"
      })
  void statementsThatChangeData_lockRows_orEndATransaction_areWrites(String sql) {
    assertThat(new SqlFingerprint(sql).write()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(SELECT 'delete' FROM t)",
        "SELECT a FROM t USE INDEX FOR JOIN (i)",
        "BEGIN",
        "SET @a = 1",
        "SHOW CREATE TABLE t",
        "EXPLAIN UPDATE t SET a=1",
        "ANALYZE TABLE t",
        ""
      })
  void otherStatements_areReads(String sql) {
    assertThat(new SqlFingerprint(sql).write()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "BEGIN, true",
    "/* c */ start transaction, true",
    "ROLLBACK TO SAVEPOINT s, true",
    "SET NAMES utf8mb4; USE shop;, true",
    "BEGIN; UPDATE t SET a = 1, false",
    "SELECT 1, false",
    "CALL p(), false"
  })
  void statementsThatOnlyChangeTheSessionOrItsTransaction_areControls(String sql, boolean control) {
    assertThat(new SqlFingerprint(sql).control()).isEqualTo(control);
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
