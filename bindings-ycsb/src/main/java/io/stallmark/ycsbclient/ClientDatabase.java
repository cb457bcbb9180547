package io.stallmark.ycsbclient;

import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Secret;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.server.TableState;
import io.stallmark.text.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A database behind a binding of YCSB, whose tables exist already. */
final class ClientDatabase implements Database {

  /** Keys of YCSB's record 0, hashed and ordered. */
  private static final List<String> FIRST_KEYS = List.of("user6284781860667377211", "user0");

  /** Properties that make bindings acknowledge writes before they send them. */
  private static final Set<String> BATCHES =
      Set.of("batchsize", "db.batchsize", "jdbc.batchupdateapi");

  /** Their values with which there are no batches. */
  private static final Set<String> UNBATCHED = Set.of("", "-1", "0", "1", "false");

  private final ClientUrl url;
  private final ClientLibrary library;
  private final Properties properties;
  private final BindingLog log;
  private final LongAdder batched = new LongAdder();
  private final WriteTrial trial;

  ClientDatabase(ClientUrl given, @Nullable Secret password) {
    url = password == null ? given : given.withPassword(password.reveal());
    library = new ClientLibrary(url);
    properties = url.toProperties();
    trial = new WriteTrial(library, properties);
    log = BindingLog.of(library.loader(), url.secrets());
  }

  @Override
  public Set<Capability> capabilities(TableLayout layout, Map<String, String> storage) {
    return Set.of();
  }

  @Override
  public Facts facts(List<Table> tables) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("server", "unknown: YCSB's " + url.className());
    values.put("output of the binding", log.file());
    List<String> warnings =
        BATCHES.stream().anyMatch(this::batches)
            ? List.of(
                "The binding acknowledges writes before it sends them: throughput and response"
                    + " times are not those of the server, and a crash loses writes.")
            : List.of();
    return new Facts(values, warnings);
  }

  private boolean batches(String property) {
    return !UNBATCHED.contains(properties.getProperty(property, ""));
  }

  @Override
  public boolean createsTables() {
    return false;
  }

  @Override
  public TableState inspect(Table table) throws DbException {
    if (!RecordCall.isOfRecords(table)) {
      throw DbException.unfit(
          "TABLE",
          "Table "
              + table.name()
              + ": bindings of YCSB have only tables of YCSB's records, as in the workload ycsb");
    }
    try (ClientSession session = session()) {
      return session.hasRecords(table.name(), FIRST_KEYS)
          ? new TableState.Present()
          : new TableState.Absent();
    }
  }

  /** Does nothing: the table exists. */
  @Override
  public void create(Table table) {}

  @Override
  public void createIndexes(Table table) {}

  @Override
  public void drop(Table table) throws DbException {
    throw DbException.unfit(
        "TABLE", "Bindings of YCSB cannot drop table " + table.name() + ": drop it on the server");
  }

  @Override
  public ClientSession session() throws DbException {
    return new ClientSession(library, properties, trial, batched);
  }

  @Override
  public List<String> measurementDoubts() {
    return batched.sum() == 0
        ? List.of()
        : List.of(
            Text.format(
                "The binding acknowledged %,d writes before it sent them (BATCHED_OK).",
                batched.sum()));
  }

  @Override
  public void close() {
    library.close();
    log.close();
  }
}
