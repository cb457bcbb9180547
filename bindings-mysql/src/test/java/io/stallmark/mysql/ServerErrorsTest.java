package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.DbException.Kind;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerErrorsTest {

  private final MySqlDialect dialect = new MySqlDialect();

  @ParameterizedTest
  @CsvSource({
    "1213, 40001, RETRY",
    "1205, HY000, RETRY",
    "1020, HY000, RETRY",
    "1614, XA102, RETRY",
    "1613, XA106, RETRY",
    "0,    40001, RETRY",
    "1062, 23000, DUPLICATE_KEY",
    "1586, 23000, DUPLICATE_KEY",
    "1048, 23000, FATAL",
    "0,    08S01, CONNECTION",
    "0,    08003, CONNECTION",
    "1053, 08S01, CONNECTION",
    "1927, 70100, CONNECTION",
    "2013, HY000, CONNECTION",
    "4031, HY000, CONNECTION",
    "1040, 08004, REFUSED",
    "1045, 28000, REFUSED",
    "1044, 42000, REFUSED",
    "1049, 42000, REFUSED",
    "1142, 42000, REFUSED",
    "1698, 28000, REFUSED",
    "3159, HY000, REFUSED",
    "1146, 42S02, FATAL",
    "1064, 42000, FATAL",
    "1114, HY000, FATAL",
    "1153, 08S01, FATAL"
  })
  void theCodeDecidesBeforeTheState(int code, String state, Kind kind) {
    assertThat(dialect.classify(new SQLException("x", state, code))).isEqualTo(kind);
  }

  @Test
  void tooManyConnectionsSaysWhatToRaise() {
    assertThat(dialect.advice(new SQLException("x", "08004", 1040)))
        .isEqualTo("raise max_connections on the server or lower --threads");
    assertThat(dialect.advice(new SQLException("x", "42000", 1064))).isEmpty();
  }

  /** Connector/J's own, which no server has seen, and what a server says to the other driver. */
  @Test
  void aStatementThatIsTooLong_isNoLostConnection_andSaysWhatToChange() {
    SQLException unsent =
        new SQLException(
            "Packet for query is too large (196,511 > 65,536). You can change this value on the"
                + " server by setting the 'max_allowed_packet' variable.",
            "08S01");
    assertThat(dialect.classify(unsent)).isEqualTo(Kind.FATAL);
    assertThat(dialect.message(unsent))
        .isEqualTo("Packet for query is too large (196,511 > 65,536)");
    for (SQLException error : List.of(unsent, new SQLException("x", "08S01", 1153))) {
      assertThat(dialect.advice(error))
          .isEqualTo("raise max_allowed_packet on the server, or lower -p batch");
    }
  }

  @Test
  void theDriversConnectionNumberIsLeftOut() {
    assertThat(dialect.message(new SQLException("(conn=12) Deadlock found")))
        .isEqualTo("Deadlock found");
  }

  /** MariaDB's driver does so with errors of the statements with which it begins a session. */
  @Test
  void anErrorThatTheDriverWraps_isThatOfTheServer() {
    SQLException wrapped =
        new SQLException(
            "Initialization command fail", "08000", new SQLException("x", "42000", 1231));
    assertThat(dialect.classify(wrapped)).isEqualTo(Kind.REFUSED);
    assertThat(dialect.advice(wrapped)).contains("give a mysql: URL");
  }
}
