package io.stallmark.own.file;

import io.stallmark.model.Op;
import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.definition.OwnRole;
import io.stallmark.own.definition.OwnStep;
import io.stallmark.own.definition.OwnTransaction;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.workload.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads statements of the command line, on tables that exist: each is a transaction. */
public final class OwnOptions {

  private static final int THREADS = 4;

  private final DeclaredValues values = new DeclaredValues();
  private final StatementReader statements = new StatementReader();
  private final List<OwnTransaction> transactions = new ArrayList<>();

  /**
   * Reads statements.
   *
   * @param sql texts, as the setting has them; empty: none
   * @param commands commands of MongoDB, as the setting has them; empty: none
   * @param sources sources of their values by name
   */
  public static OwnDefinition read(String sql, String commands, Map<String, String> sources)
      throws SpecException {
    return new OwnOptions().definition(sql, commands, sources);
  }

  private OwnDefinition definition(String sql, String commands, Map<String, String> sources)
      throws SpecException {
    for (Map.Entry<String, String> each : sources.entrySet()) {
      try {
        values.declare(each.getKey(), each.getValue());
      } catch (SpecException e) {
        throw new SpecException("-p " + each.getKey() + ": " + e.getMessage());
      }
    }
    for (String text : texts(sql)) {
      add("--sql", Op.Native.SQL, StatementReader.sql(text));
    }
    for (String text : texts(commands)) {
      add(
          "--command",
          StatementReader.MONGO,
          StatementReader.text(StatementReader.MONGO, YamlNode.parse(Path.of("--command"), text)));
    }
    for (String unused : values.unused()) {
      throw new SpecException("-p %s: no statement names :%s outside of strings", unused, unused);
    }
    return new OwnDefinition(
        values.params(),
        values.sources(),
        List.of(),
        List.of(new OwnRole(Role.ONLY, THREADS, transactions)),
        List.of(),
        "A run of --sql or --command",
        "");
  }

  private static List<String> texts(String setting) {
    return SpecEntries.parts(setting).stream().filter(text -> !text.isEmpty()).toList();
  }

  private void add(String option, String database, String text) throws SpecException {
    StatementReader.Read read;
    try {
      read =
          statements.read(
              null,
              Map.of(database, text),
              values.drawn(),
              values.params(),
              List.of(),
              option + " " + text);
    } catch (SpecException e) {
      boolean undeclared =
          !values.drawn().keySet().containsAll(StatementReader.parameters(database, text));
      throw new SpecException(
          option
              + " "
              + text
              + ": "
              + e.getMessage()
              + (undeclared ? " (give -p NAME=SOURCE for each value)" : ""));
    }
    OwnStep step = new OwnStep(read.statement(), read.slots(), 0, List.of());
    transactions.add(
        new OwnTransaction(
            read.statement().op().name(), 1, false, List.of(step), values.use(read.slots())));
  }
}
