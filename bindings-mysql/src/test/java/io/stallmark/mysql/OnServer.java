package io.stallmark.mysql;

import io.stallmark.model.Table;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** One embedded server for each driver. */
@ParameterizedClass
@ValueSource(strings = {"mysql", "mariadb"})
@TestInstance(Lifecycle.PER_CLASS)
@EnabledOnOs(
    value = OS.LINUX,
    architectures = "amd64",
    disabledReason = "the embedded server of the tests is built for Linux on x86-64")
@SuppressWarnings("NullAway.Init")
abstract class OnServer {

  static final Table SBTEST = Fixtures.table("sbtest1");

  @Parameter String driver;
  Database database;

  @BeforeParameterizedClassInvocation
  void start() throws DbException {
    database = new MySqlDialect().open(Fixtures.target("embedded:mysql?buffer_pool=64M", driver));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    database.close();
  }

  @BeforeEach
  void emptyTable() throws DbException {
    database.drop(SBTEST);
    database.create(SBTEST);
    database.createIndexes(SBTEST);
  }

  Client client() throws DbException {
    return new Client(database);
  }
}
