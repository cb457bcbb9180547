package io.stallmark.toy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.model.Type;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.testkit.BindingContract;
import io.stallmark.text.RefusedException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What the contract says of a binding that is not finished. */
final class FailingContractTest {

  /** H2 as it would be without a type for bytes. */
  private static class WithoutBytes extends SqlDialect {

    @Override
    public String name() {
      return "unfinished";
    }

    @Override
    protected ConnectionSource connector(Target target) {
      return () -> DriverManager.getConnection("jdbc:h2:mem:unfinished;DB_CLOSE_DELAY=-1");
    }

    @Override
    protected Kind classify(SQLException error) {
      return error.getErrorCode() == 50200 ? Kind.RETRY : super.classify(error);
    }

    @Override
    protected String type(Type type) {
      if (type instanceof Type.Bytes) {
        throw new RefusedException("unfinished has no bytes");
      }
      return super.type(type);
    }
  }

  /** H2 whose driver would return other bytes. */
  private static final class WrongBytes extends WithoutBytes {

    @Override
    protected String type(Type type) {
      return type instanceof Type.Bytes bytes
          ? "VARBINARY(" + bytes.most() + ")"
          : super.type(type);
    }

    @Override
    protected byte[] text(ResultSet result, int column, boolean unicode) throws SQLException {
      byte[] bytes = super.text(result, column, unicode);
      if (bytes.length > 100) {
        bytes[50]++;
      }
      return bytes;
    }
  }

  /** SQLite, whose driver has no SQLSTATE, without a kind for its codes. */
  private static final class WithoutKinds extends SqlDialect {

    @Override
    public String name() {
      return "sqlite";
    }

    @Override
    protected String begin() {
      return "BEGIN IMMEDIATE";
    }
  }

  /** The contract, which surefire does not find. */
  abstract static class Contract extends BindingContract {

    private final SqlDialect dialect;
    private Database database;

    Contract(SqlDialect dialect) {
      this.dialect = dialect;
    }

    String url() {
      return "unfinished:";
    }

    @BeforeAll
    void open() throws Exception {
      database = dialect.open(new Target(url(), null, null, Tls.UNSAID, 4));
    }

    @AfterAll
    void close() {
      database.close();
    }

    @Override
    protected Database database() {
      return database;
    }

    @Override
    protected Set<Capability> expected() {
      return Set.of(Capability.TRANSACTIONS, Capability.SUM, Capability.DELETE_FIRST);
    }
  }

  static final class ContractWithoutBytes extends Contract {
    ContractWithoutBytes() {
      super(new WithoutBytes());
    }
  }

  static final class ContractOfWrongBytes extends Contract {
    ContractOfWrongBytes() {
      super(new WrongBytes());
    }
  }

  static final class ContractWithoutKinds extends Contract {

    @TempDir private static Path directory;

    ContractWithoutKinds() {
      super(new WithoutKinds());
    }

    @Override
    String url() {
      return "sqlite:" + directory.resolve("kinds") + "?busy_timeout=1";
    }
  }

  /** Counts what succeeds, and has the messages of what does not. */
  private static final class Outcome implements TestExecutionListener {

    private int successes;
    private final List<String> messages = new ArrayList<>();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
        successes++;
      }
      result
          .getThrowable()
          .ifPresent(failure -> messages.add(String.valueOf(failure.getMessage())));
    }
  }

  private static Outcome run(DiscoverySelector contract) {
    Outcome outcome = new Outcome();
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request().selectors(contract).build(), outcome);
    return outcome;
  }

  @Test
  void missingType_failsOnlyWhatNeedsIt() {
    Outcome outcome = run(selectClass(ContractWithoutBytes.class));
    assertThat(outcome.successes).isGreaterThan(40);
    assertThat(outcome.messages)
        .isNotEmpty()
        .allSatisfy(message -> assertThat(message).contains("unfinished has no bytes"));
  }

  @Test
  void wrongByte_isShownWithoutTheOthers() {
    Outcome outcome = run(selectClass(ContractOfWrongBytes.class));
    assertThat(outcome.messages)
        .anySatisfy(message -> assertThat(message).contains("differ from byte 50"))
        .allSatisfy(message -> assertThat(message).hasSizeLessThan(1000));
  }

  @Test
  void errorOfAWrongKind_isShownWithWhatTheDriverReports() {
    Outcome outcome =
        run(
            selectMethod(
                ContractWithoutKinds.class, "duplicateKey_isToldApart_andTheSessionGoesOn"));
    assertThat(outcome.messages)
        .singleElement()
        .asString()
        .contains("SQLSTATE null and code 19: override classify", "FATAL", "DUPLICATE_KEY");
  }

  /** The other transaction would wait for one that never comes. */
  @Test
  void conflictOfAWrongKind_endsTheTest() {
    Outcome outcome =
        run(
            selectMethod(
                ContractWithoutKinds.class,
                "conflictingTransactions_getARetry_andTheRepetitionWins",
                "boolean"));
    assertThat(outcome.messages)
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).contains("code 5: override classify", "RETRY"));
  }
}
