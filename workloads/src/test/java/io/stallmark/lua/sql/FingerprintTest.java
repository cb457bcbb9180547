package io.stallmark.lua.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What texts of one statement have in common. */
final class FingerprintTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT c FROM sbtest12 WHERE id=5           | select c from sbtest where id=?
          SELECT c FROM sbtest3 WHERE id=-7.5e3       | select c from sbtest where id=-?
          select  c~from sbtest_4 where pad='it''s'   | select c from sbtest where pad=?
          SELECT 1 FROM t1 WHERE k IN (1, 2,3)        | select ? from t where k in (?)
          INSERT INTO t9 (a, b) VALUES (1,'x'), (2,'y')| insert into t (a, b) values (?)
          UPDATE t2 SET d_street_1='x', c2 = c2 + 1   | update t set d_street_1=?, c2 = c2 + ?
          SELECT a FROM stock1, item2 WHERE stock1.x=1| select a from stock, item where stock.x=?
          SELECT a FROM "order1" WHERE a = "b"        | select a from order where a = ?
          SELECT a FROM t3 AS x JOIN u4 ON x.id=u4.id | select a from t as x join u on x.id=u.id
          /* a */ SELECT a/* don't */FROM t5          | select a from t
          SELECT a -- don't~FROM t5 # don't           | select a from t
          SELECT /*+ x */ a --1 FROM t5 /* don't      | select /*+ x */ a --? from t
          COMMIT                                      | commit
          """)
  void valuesAndNumbersOfTables_areLeftOut(String statement, String fingerprint) {
    assertThat(Fingerprint.of(statement.replace('~', '\n'), false).text()).isEqualTo(fingerprint);
  }

  @Test
  void parameters_areThoseOutsideOfQuotes() {
    String insert = "INSERT INTO t VALUES (?, '?', ?)" + ", (?, \"?\", '\\'?')".repeat(1000);
    assertThat(Fingerprint.of(insert, false).parameters()).isEqualTo(1002);
    assertThat(Fingerprint.of("SELECT " + "col, ".repeat(200) + "? FROM t", false).parameters())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT c FROM t /* don't ? */ WHERE id = ?     | 1 | 1
          SELECT c FROM t -- don't ?~WHERE id = ?        | 1 | 1
          SELECT c FROM t # don't~WHERE id = ?           | 1 | 0
          SELECT c #> '{?}' FROM t WHERE id = ?          | 0 | 1
          SELECT c FROM t --don't~WHERE id = ?           | 0 | 1
          SELECT c FROM t /*! WHERE id = ? */            | 1 | 1
          """)
  void parameters_areThoseOutsideOfComments(String statement, int mysql, int postgresql) {
    for (String before : List.of("", "SELECT a" + ", b".repeat(200) + " UNION ")) {
      String text = before + statement.replace('~', '\n');
      assertThat(Fingerprint.of(text, false).parameters()).isEqualTo(mysql);
      assertThat(Fingerprint.of(text, true).parameters()).isEqualTo(postgresql);
    }
  }

  @Test
  void anInsertOfManyRows_hasTheFingerprintOfOne() {
    String rows = "(1, 'x'), ".repeat(100_000);
    assertThat(Fingerprint.of("INSERT INTO t1 VALUES " + rows + "(2, 'y')", false).text())
        .isEqualTo(Fingerprint.of("INSERT INTO t2 VALUES (1, 'z')", false).text());
    assertThat(Fingerprint.of("SELECT a" + ", b".repeat(1000), false).text()).hasSize(300);
  }

  @Test
  void names_areKnownOnlyFromTheRehearsal() {
    StatementNames names = new StatementNames();
    assertThat(names.of("select a from t").name()).isEqualTo("select_t");
    assertThat(names.of("select b from t").name()).isEqualTo("select_t_2");
    assertThat(names.of("select a from t").name()).isEqualTo("select_t");
    assertThat(names.kind("pay now")).isZero();
    assertThat(names.ops()).isEmpty();
    names.fix();
    assertThat(names.of("select c from t").name()).isEqualTo("other_reads");
    assertThat(names.of("insert into t values (?)").name()).isEqualTo("other_writes");
    assertThat(names.of("begin").name()).isEqualTo("other_statements");
    assertThat(names.ops()).hasSize(5);
    assertThat(names.kinds()).containsExactly("pay_now", "other_transactions");
    assertThat(names.kind("anything")).isEqualTo(1);
    assertThat(names.of("select b from t", 2).params()).hasSize(2);
  }
}
