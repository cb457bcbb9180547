package io.stallmark.experiment;

import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.plan.Registry;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An experiment without databases: a workload that says how many rows it would have. */
final class Given {

  /** Loads {@code rows} of 12 bytes into one table, and adds {@code batch} a transaction. */
  static final class Filling implements Workload {
    @Override
    public String name() {
      return "filling";
    }

    @Override
    public String summary() {
      return "fills";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.integer("rows", "1000", 0, 1_000_000_000, "rows"),
          Setting.integer("side", "0", 0, 1_000_000_000, "rows of the second table"),
          Setting.integer("batch", "0", 0, 1000, "rows a transaction"),
          Setting.choice("law", List.of("uniform", "pareto"), "law"));
    }

    @Override
    public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
      return (Scenario)
          Proxy.newProxyInstance(
              Scenario.class.getClassLoader(),
              new Class<?>[] {Scenario.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "tables" -> List.of(TABLE, SIDE);
                    case "rows" ->
                        settings.integer(
                            SIDE.name().equals(((Table) arguments[0]).name()) ? "side" : "rows");
                    case "roles" -> List.of();
                    case "hashCode" -> 1;
                    case "rowBytes" -> InvocationHandler.invokeDefault(proxy, method, arguments);
                    case "rowsPerTransaction" -> (double) settings.integer("batch");
                    default -> throw new AssertionError(method.getName());
                  });
    }
  }

  private static final Table TABLE =
      new Table(
          "filled",
          List.of(
              new Column("id", Type.INT32, Column.Fill.REQUIRED),
              new Column("n", Type.FLOAT64, Column.Fill.ZERO)),
          List.of("id"),
          List.of(),
          Map.of());

  private static final Table SIDE =
      new Table(
          "beside",
          List.of(
              new Column("id", Type.INT64, Column.Fill.REQUIRED),
              new Column("data", new Type.Bytes(255), Column.Fill.REQUIRED),
              new Column("word", new Type.Text(10), Column.Fill.REQUIRED)),
          List.of("id"),
          List.of(),
          Map.of());

  static final String HEAD =
      """
      name: x
      workload: filling
      databases:
        a: {}
        b: {}
      """;

  private static final Registry REGISTRY = new Registry(List.of(new Filling()), List.of());

  private final Path directory;

  Given(Path directory) {
    this.directory = directory;
  }

  private static final RunSpecReader READER = new RunSpecReader(REGISTRY, path -> path);

  Experiment experiment(String yaml) throws SpecException {
    Path file = directory.resolve("e.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ExperimentReader(REGISTRY, READER).read(Path.of("e.yaml"), file, List.of());
  }

  ExperimentPlan plan(String yaml, String scale, String... without) throws SpecException {
    return new ExperimentPlanner(REGISTRY, READER, new BigDecimal(scale))
        .plan(experiment(yaml), Set.of(without));
  }
}
