package io.stallmark.linkbench;

import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.linkbench.load.GraphLoader;
import io.stallmark.linkbench.load.LoadPieces;
import io.stallmark.linkbench.request.GraphRequests;
import io.stallmark.linkbench.request.NodeTally;
import io.stallmark.linkbench.request.RequestClient;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.linkbench.verify.GraphVerification;
import io.stallmark.model.Column;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** LinkBench with resolved settings. Loads its tables once, before the first client is created. */
final class LinkBenchScenario implements Scenario {

  private static final int PERCENT = 100;

  /** Share of the updates of links that may change nothing: equal data in the same millisecond. */
  private static final double UNCHANGED_LINKS = 0.001;

  private final LinkBenchOptions options;
  private final SocialGraph graph;

  private final GraphRequests requests;
  private final GraphSample sample;
  private volatile boolean requested;

  LinkBenchScenario(LinkBenchOptions options) {
    this.options = options;
    graph = options.graph();
    requests = new GraphRequests(graph, options.mix(), options.listLimit());
    sample = new GraphSample(graph);
  }

  @Override
  public List<Table> tables() {
    return graph.tables().all();
  }

  /**
   * One role. Some operations are transactions of several statements, the others are single
   * statements.
   */
  @Override
  public List<Role> roles() {
    return List.of(
        new Role(
            Role.ONLY,
            requests.ops(),
            GraphRequests.operations(),
            options.mix().changesLinks(),
            ProgressUnit.TRANSACTIONS,
            this::client));
  }

  @Override
  public long rows(Table table) {
    if (table.name().equals(graph.tables().nodes().name())) {
      return graph.graph().nodes();
    }
    GraphShape.Census census = graph.graph().census();
    return table.name().equals(graph.tables().links().name()) ? census.links() : census.lists();
  }

  @Override
  public long rowBytes(Table table) {
    boolean nodes = table.name().equals(graph.tables().nodes().name());
    double data = PayloadData.meanLength(nodes ? graph.nodeData() : graph.linkData());
    return table.columns().stream()
        .map(Column::type)
        .mapToLong(type -> type instanceof Type.Bytes ? Math.round(data) : Type.mostBytes(type))
        .sum();
  }

  /** Returns an estimate: an operation may also find nothing to add or to remove. */
  @Override
  public double rowsPerTransaction() {
    double percent =
        percent(GraphOperation.ADD_LINK) * (1 - Id2Distribution.ADD)
            + percent(GraphOperation.ADD_NODE)
            - percent(GraphOperation.DELETE_NODE);
    return Math.max(0, percent) / PERCENT;
  }

  private double percent(GraphOperation operation) {
    return options.mix().percent(operation);
  }

  /**
   * Requests to nodes find none if an earlier request or run deleted it. Deletes are uniform, so
   * that the sample at the start and the deletes of this run tell how many are missing.
   */
  @Override
  public double explainedUnexpected(String operation) {
    boolean ofNode = operation.endsWith("_node");
    return ofNode ? Math.min(1, sample.missingNodes() + deleted()) : UNCHANGED_LINKS;
  }

  /** Largest share of the loaded nodes that this run can have deleted. */
  private double deleted() {
    return (double) requests.tally().deletes() / graph.graph().nodes();
  }

  @Override
  public boolean indexesAfterLoad() {
    return options.indexesAfterLoad();
  }

  /** Ids of new nodes are dealt out by client already. */
  @Override
  public void share(int machine, int machines) {}

  @Override
  public Tally tally() {
    return requests.tally().tally();
  }

  @Override
  public void add(Tally tally) {
    requests.tally().add(tally);
  }

  @Override
  public void begin(Session session) throws DbException {
    if (requests.milliseconds().getAsLong() <= SocialGraph.LOADED_BEFORE) {
      throw DbException.unfit(
          "CLOCK",
          "The clock of this machine is before 2026-01-01, where the times of the loaded links end:"
              + " links that a run changes would be older. Set it right.");
    }
    requests.begin(new ExistingGraphCheck(graph, session).take());
    sample.begin(session);
  }

  @Override
  public Load load(int machine, int machines) {
    LoadPieces pieces = new LoadPieces(graph, options.chunk(), machine, machines);
    return new Load() {
      @Override
      public Loader loader(Session session, Slice slice, boolean resumes) throws DbException {
        return new GraphLoader(graph, pieces, options.batch(), options.fastest(), resumes, session);
      }

      @Override
      public boolean isFull(Table table) {
        return table.name().equals(graph.tables().links().name()) && pieces.linksAreIn();
      }
    };
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(options.identity());
  }

  @Override
  public List<String> missing(Session session) throws DbException {
    List<String> missing = sample.missing(session, deleted());
    // a server that numbers nodes may have assigned the ids of the sample again
    return missing.isEmpty() && graph.numbered() ? lost(session, acknowledged()) : missing;
  }

  /** Added nodes only, see {@link NodeTally}. */
  @Override
  public Map<String, Long> acknowledged() {
    return requests.tally().acknowledged();
  }

  @Override
  public List<String> lost(Session session, Map<String, Long> acknowledged) throws DbException {
    return NodeTally.lost(graph, session, acknowledged);
  }

  private Client client(Session session, Slice slice) throws DbException {
    requested = true;
    return new RequestClient(requests, session, slice);
  }

  @Override
  public Verification verification() {
    return new GraphVerification(graph, requested || removesOnly());
  }

  private boolean removesOnly() {
    return percent(GraphOperation.DELETE_NODE) > 0
        && Stream.of(
                GraphOperation.ADD_LINK,
                GraphOperation.DELETE_LINK,
                GraphOperation.UPDATE_LINK,
                GraphOperation.ADD_NODE,
                GraphOperation.UPDATE_NODE)
            .allMatch(operation -> percent(operation) == 0);
  }
}
