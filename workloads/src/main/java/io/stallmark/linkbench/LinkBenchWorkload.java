package io.stallmark.linkbench;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code linkbench}. */
public final class LinkBenchWorkload extends DeclaredWorkload {

  private static final int MOST_TYPES = 1000;
  private static final int MOST_ROWS = 10_000;
  private static final int MOST_DATA = 1 << 16;
  private static final int HUNDRED = 100;

  public LinkBenchWorkload() {
    super(
        "linkbench",
        "Facebook's LinkBench: ten operations on nodes and links of a social graph",
        declared());
  }

  /**
   * Ten clients by default, as many as LinkBench loads with. Its default of 100 requesters assumes
   * a dedicated server.
   */
  @Override
  public List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 10));
  }

  @Override
  public boolean usesTransactionBoundaries() {
    return true;
  }

  private static List<Setting> declared() {
    List<Setting> settings = new ArrayList<>(graph());
    settings.add(
        Setting.choice("mix", List.of("2011", "refresh", "own"), "shares of the operations"));
    for (GraphOperation operation : GraphOperation.values()) {
      settings.add(
          Setting.real(
              word(operation), "0", 0, HUNDRED, "percent of the operations; only with mix=own"));
    }
    settings.addAll(fidelity());
    settings.addAll(
        List.of(
            Setting.choice(
                "layout",
                List.of("keys", "object-ids"),
                "_id of MongoDB: keys, or object-ids as in the port of 2015"),
            Setting.integer(
                "partitions", "0", 0, 1024, "partitions of linktable BY KEY(id1); 0: none"),
            Setting.choice(
                "index", List.of("after", "before"), "when a load creates the index of the lists"),
            Setting.integer("list-limit", "10000", 1, 10_000_000, "maximum links of a list"),
            Setting.choice(
                "insert-form",
                List.of("auto", "insert"),
                "of a load; auto: mariadb: in bulk, else LOAD DATA where the server allows it"),
            Setting.integer("batch", "1024", 1, MOST_ROWS, "rows per insert of a load"),
            Setting.integer("chunk", "2048", 1, 1 << 20, "ids that a loader takes at a time")));
    return List.copyOf(settings);
  }

  private static List<Setting> graph() {
    return List.of(
        Setting.integer("ids", "1M", 1, GraphShape.MOST_ID, "nodes"),
        Setting.integer("first-id", "1", 1, GraphShape.MOST_ID, "id of the first node"),
        Setting.integer("link-types", "2", 1, MOST_TYPES, "types of links, from 123456789 on"),
        Setting.integer(
            "max-degree",
            Long.toString(GraphShape.MOST_DEGREE),
            GraphShape.MOST_BY_SIZE,
            GraphShape.MOST_DEGREE,
            "maximum links of a node; 0: below 10M ids, as many as the second node has"),
        Setting.integer(
            "random-id2",
            "0",
            0,
            Long.MAX_VALUE,
            "random target ids are below this; 0: neighbours are the targets"),
        Setting.real(
            "link-data",
            "0",
            0,
            MOST_DATA,
            "median bytes of a link's data; 0: 8, 23 with mix=refresh"),
        Setting.real(
            "node-data",
            "0",
            0,
            MOST_DATA,
            "median bytes of a node's data; 0: 128, 168 with mix=refresh"));
  }

  private static List<Setting> fidelity() {
    List<Setting> settings = new ArrayList<>();
    settings.add(
        Setting.choice(
            "fidelity",
            List.of("as-documented", "as-coded"),
            "as the article describes, or as LinkBench's program does; sets the next seven"));
    for (FidelityOptions.Choice choice : FidelityOptions.CHOICES) {
      settings.add(
          Setting.choice(
              choice.setting(),
              List.of("auto", choice.documented(), choice.coded()),
              choice.help()));
    }
    return settings;
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    Map<String, Map<String, String>> operations = new LinkedHashMap<>();
    for (GraphOperation operation : GraphOperation.values()) {
      operations.put(
          Setting.word(operation),
          Map.of("mix", "own", word(operation), Integer.toString(HUNDRED)));
    }
    return operations;
  }

  static String word(GraphOperation operation) {
    return Setting.word(operation).replace('_', '-');
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    return LinkBenchOptions.resolve(settings, 0, capabilities).settings(settings);
  }

  @Override
  public TableLayout layout(Settings settings) {
    return GraphTables.arrangement(settings.int32("partitions"));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new LinkBenchScenario(LinkBenchOptions.resolve(settings, seed, capabilities));
  }
}
