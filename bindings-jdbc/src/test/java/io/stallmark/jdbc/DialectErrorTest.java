package io.stallmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathValidatorException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DialectErrorTest {

  private final ConnectionSource connector =
      () -> {
        throw new SQLException("never");
      };
  private final SqlDialect dialect = new PlainDialect();

  @ParameterizedTest
  @CsvSource({
    "40001, RETRY",
    "40P01, RETRY",
    "23505, DUPLICATE_KEY",
    "08S01, CONNECTION",
    "08001, CONNECTION",
    "28000, REFUSED",
    "42501, REFUSED",
    "42000, FATAL",
    "HY000, FATAL"
  })
  void theClassOfTheStateDecides(String state, Kind kind) {
    assertThat(dialect.error(new SQLException("x", state), connector).kind()).isEqualTo(kind);
  }

  @Test
  void theMessageIsOneLineAndTheCauseIsKept() {
    SQLException cause = new SQLException("one\n\n  two\r\nthree\n", "42000", 1064);
    DbException error = dialect.error(cause, connector);
    assertThat(error).hasMessage("one two three").hasCause(cause);
    assertThat(error.code()).isEqualTo("1064");
    assertThat(dialect.error(new SQLException("x", "42000"), connector).code()).isEqualTo("42000");
  }

  @Test
  void theReasonThatTheServerGivesForALostConnection_isThatOfTheDialect() {
    SqlDialect stripping =
        new PlainDialect() {
          @Override
          protected String message(SQLException error) {
            return super.message(error).replace("(conn=7) ", "");
          }
        };
    assertThat(stripping.error(new SQLException("(conn=7) too long idle", "08000"), connector))
        .hasMessage("No connection to the database: too long idle");
  }

  @Test
  void aLostConnectionIsExplainedByItsInnermostCause() {
    SQLException refused =
        new SQLException(
            "Communications link failure\n\nThe last packet",
            "08S01",
            new RuntimeException(new ConnectException("Connection refused")));
    assertThat(dialect.error(refused, connector))
        .hasMessage("No connection to the database: Connection refused");
    SQLException ended = new SQLException("COPY failed", "08006", new EOFException());
    assertThat(dialect.error(ended, connector))
        .hasMessage("No connection to the database: the server has closed it without a reason");
    SQLException unknown = new SQLException("x", "08S01", new UnknownHostException("nowhere"));
    assertThat(dialect.error(unknown, connector))
        .hasMessage("No connection to the database: the host is unknown");
    Exception untrusted = new CertPathValidatorException("Path does not chain");
    assertThat(dialect.error(new SQLException("x", "08S01", untrusted), connector))
        .hasMessage(
            "No connection to the database: the server's certificate is not accepted: Path does"
                + " not chain");
  }
}
