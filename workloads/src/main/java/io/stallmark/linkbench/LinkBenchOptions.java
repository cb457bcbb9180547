package io.stallmark.linkbench;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.GraphTables.Layout;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings resolved for one database.
 *
 * @param listLimit maximum number of links that a list returns
 * @param batch rows per insert of a load
 * @param fastest whether a load sends these rows in bulk or as a stream if the database supports it
 * @param chunk number of ids that a loader takes at a time
 */
record LinkBenchOptions(
    SocialGraph graph,
    OperationMix mix,
    int listLimit,
    int batch,
    boolean fastest,
    int chunk,
    boolean indexesAfterLoad) {

  private static final String AS_DOCUMENTED = "as-documented";
  private static final String AS_CODED = "as-coded";

  /** Median length of a link's and of a node's data, in bytes. */
  private record Data(double link, double node) {
    static final Data OF_2011 = new Data(8, 128);
    static final Data REFRESHED = new Data(23, 168);
  }

  /**
   * @throws RefusedException with a message for the user
   */
  static LinkBenchOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    OperationMix mix = mix(settings);
    check(mix, capabilities);
    boolean numbered = capabilities.contains(Capability.AUTO_INCREMENT);
    GraphTables tables =
        GraphTables.of(
            layout(settings, capabilities),
            settings.int32("partitions"),
            numbered,
            capabilities.contains(Capability.OLD_VALUES));
    FidelityOptions fidelity = FidelityOptions.of(coded(settings));
    GraphShape graph = graph(settings, fidelity);
    Data usual = settings.choice("mix").equals("refresh") ? Data.REFRESHED : Data.OF_2011;
    double linkData = settings.real("link-data");
    double nodeData = settings.real("node-data");
    return new LinkBenchOptions(
        new SocialGraph(
            tables,
            numbered,
            graph,
            id2s(graph, settings.integer("random-id2"), seed),
            fidelity,
            linkData > 0 ? linkData : usual.link,
            nodeData > 0 ? nodeData : usual.node,
            seed),
        mix,
        settings.int32("list-limit"),
        settings.int32("batch"),
        settings.choice("insert-form").equals("auto"),
        settings.int32("chunk"),
        settings.choice("index").equals("after"));
  }

  /**
   * Adds the resolved values to the given settings, except insert-form: only a load finds out which
   * form the database accepts.
   */
  Settings settings(Settings given) {
    FidelityOptions fidelity = graph.fidelity();
    Map<String, Object> values = new HashMap<>();
    values.put("max-degree", graph.graph().mostDegree());
    values.put("link-data", graph.linkData());
    values.put("node-data", graph.nodeData());
    mix.percentages().forEach((op, percent) -> values.put(LinkBenchWorkload.word(op), percent));
    if (mix.percentages().equals(OperationMix.OF_2011.percentages())) {
      values.put("mix", "2011");
    } else if (mix.percentages().equals(OperationMix.REFRESHED.percentages())) {
      values.put("mix", "refresh");
    }
    Set<String> coded = coded(given);
    for (FidelityOptions.Choice choice : FidelityOptions.CHOICES) {
      boolean asCoded = coded.contains(choice.setting());
      values.put(choice.setting(), asCoded ? choice.coded() : choice.documented());
    }
    if (fidelity.equals(FidelityOptions.AS_DOCUMENTED)) {
      values.put("fidelity", AS_DOCUMENTED);
    } else if (fidelity.equals(FidelityOptions.AS_CODED)) {
      values.put("fidelity", AS_CODED);
    }
    return given.with(values);
  }

  /** Returns everything that determines which rows a load inserts. */
  String identity() {
    GraphShape nodes = graph.graph();
    return Text.format(
        "linkbench seed=%d ids=%d first-id=%d link-types=%d max-degree=%d split=%s random-id2=%d link-data=%s motif=%d node-data=%s",
        graph.seed(),
        nodes.nodes(),
        nodes.firstId(),
        nodes.types(),
        nodes.mostDegree(),
        graph.fidelity().split(),
        graph.id2s().randomMax(),
        graph.linkData(),
        graph.fidelity().linkMotif(),
        graph.nodeData());
  }

  private static void check(OperationMix mix, Set<Capability> capabilities) {
    if (!mix.changesLinks()) {
      return;
    }
    for (Capability needed : List.of(Capability.TRANSACTIONS, Capability.UPSERT)) {
      if (!capabilities.contains(needed)) {
        throw new RefusedException(
            "linkbench needs %s, which this database does not have on such tables: without them a"
                + " count would not be that of the links. Give -p mix=own without add-link, delete-link"
                + " and update-link",
            needed.label());
      }
    }
  }

  private static Layout layout(Settings settings, Set<Capability> capabilities) {
    if (settings.choice("layout").equals("keys")) {
      return Layout.KEYS;
    }
    if (!capabilities.contains(Capability.OBJECT_IDS)) {
      throw new RefusedException(
          "layout=object-ids needs a database of documents; tables have layout=keys");
    }
    return Layout.OBJECT_IDS;
  }

  private static GraphShape graph(Settings settings, FidelityOptions fidelity) {
    long first = settings.integer("first-id");
    long ids = settings.integer("ids");
    if (ids > GraphShape.MOST_ID - first + 1) {
      throw new RefusedException(
          "ids=%d from first-id=%d on end beyond %d, the last id that leaves room in 64 bits for the ends of links and for new nodes: give at most ids=%d",
          ids, first, GraphShape.MOST_ID, GraphShape.MOST_ID - first + 1);
    }
    return new GraphShape(
        first, ids, settings.int32("link-types"), fidelity.split(), settings.integer("max-degree"));
  }

  private static Id2Distribution id2s(GraphShape graph, long randomMax, long seed) {
    if (randomMax > 0 && randomMax < graph.longestList()) {
      throw new RefusedException(
          Text.format(
                  "random-id2=%d is less than the %,d links of the longest list: raise it, or limit the list",
                  randomMax, graph.longestList())
              + " with -p max-degree=…");
    }
    return new Id2Distribution(graph, randomMax, seed);
  }

  /**
   * Settings of {@link FidelityOptions#CHOICES} whose behaviour is that of the original's program.
   */
  private static Set<String> coded(Settings settings) {
    boolean asCoded = settings.choice("fidelity").equals(AS_CODED);
    return FidelityOptions.CHOICES.stream()
        .filter(
            choice -> {
              String value = settings.choice(choice.setting());
              return value.equals("auto") ? asCoded : value.equals(choice.coded());
            })
        .map(FidelityOptions.Choice::setting)
        .collect(Collectors.toSet());
  }

  private static OperationMix mix(Settings settings) {
    String word = settings.choice("mix");
    Map<GraphOperation, Double> own = new EnumMap<>(GraphOperation.class);
    List<String> given = new ArrayList<>();
    for (GraphOperation operation : GraphOperation.values()) {
      String name = LinkBenchWorkload.word(operation);
      own.put(operation, settings.real(name));
      if (settings.real(name) > 0) {
        given.add(name);
      }
    }
    if (!word.equals("own") && !given.isEmpty()) {
      throw new RefusedException(
          "mix=%s has predefined percentages, so %s cannot be given: add -p mix=own",
          word, String.join(", ", given));
    }
    return switch (word) {
      case "own" -> OperationMix.of(own);
      case "refresh" -> OperationMix.REFRESHED;
      default -> OperationMix.OF_2011;
    };
  }
}
