package io.stallmark.linkbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.LinkSplit;
import io.stallmark.linkbench.data.OperationMix;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Value;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkBenchWorkloadTest {

  @Test
  void aMillionNodes_areTheDefault() {
    SocialGraph graph = LinkBenchGiven.graph();
    assertThat(graph.graph().nodes()).isEqualTo(1_000_000);
    assertThat(graph.graph().firstId()).isEqualTo(1);
    assertThat(graph.graph().census().links()).isEqualTo(4_975_697);
    assertThat(graph.fidelity()).isEqualTo(FidelityOptions.AS_DOCUMENTED);
    assertThat(LinkBenchGiven.options().mix()).isSameAs(OperationMix.OF_2011);
    assertThat(new LinkBenchWorkload().roles(LinkBenchGiven.settings()).get(0).threads())
        .isEqualTo(10);
  }

  @Test
  void asCoded_isTheGraphThatLinkBenchLoads() {
    SocialGraph graph = LinkBenchGiven.graph("fidelity=as-coded");
    assertThat(graph.graph().census()).isEqualTo(new GraphShape.Census(5_249_370, 772_059));
    assertThat(graph.fidelity()).isEqualTo(FidelityOptions.AS_CODED);
  }

  @Test
  void eachDeviation_hasItsOwnSwitch() {
    assertThat(
            LinkBenchGiven.graph(
                    "split=as-coded",
                    "write-uncorr=as-coded",
                    "multiget-min=2",
                    "motif=512",
                    "history=0.3%",
                    "list-memory=as-coded",
                    "node-version=as-coded")
                .fidelity())
        .isEqualTo(FidelityOptions.AS_CODED);
    assertThat(
            LinkBenchGiven.graph(
                    "fidelity=as-coded",
                    "split=exact",
                    "write-uncorr=as-documented",
                    "multiget-min=1",
                    "motif=128",
                    "history=30%",
                    "list-memory=as-documented",
                    "node-version=as-documented")
                .fidelity())
        .isEqualTo(FidelityOptions.AS_DOCUMENTED);
    assertThat(LinkBenchGiven.graph("fidelity=as-coded", "motif=128").fidelity())
        .isEqualTo(new FidelityOptions(LinkSplit.AS_CODED, false, 2, 128, 0.003, false, false));
  }

  private static Map<String, Object> resolved(String... changes) {
    return new LinkBenchWorkload()
        .resolved(LinkBenchGiven.settings(changes), LinkBenchGiven.ALL)
        .values();
  }

  @Test
  void settingsLeftToTheWorkload_cameToWhatIsRun() {
    assertThat(resolved("ids=1000", "max-degree=0", "fidelity=as-coded", "motif=128"))
        .containsEntry(
            "max-degree", LinkBenchGiven.graph("ids=1000", "max-degree=0").graph().mostDegree())
        .containsEntry("link-data", 8.0)
        .containsEntry("node-data", 128.0)
        .containsEntry("split", "as-coded")
        .containsEntry("write-uncorr", "as-coded")
        .containsEntry("multiget-min", "2")
        .containsEntry("motif", "128")
        .containsEntry("history", "0.3%")
        .containsEntry("list-memory", "as-coded")
        .containsEntry("node-version", "as-coded")
        .containsEntry("get-node", 12.9326683)
        .containsEntry("fidelity", "as-coded")
        .containsEntry("insert-form", "auto");
    assertThat(resolved("mix=refresh")).containsEntry("link-data", 23.0);
    assertThat(resolved("link-data=9")).containsEntry("link-data", 9.0);
  }

  /** Settings are what a user may give as well. */
  @Test
  void settingsThatWereResolved_resolveToThemselves() {
    for (String mix : new String[] {"mix=2011", "mix=refresh"}) {
      for (String fidelity : new String[] {"fidelity=as-documented", "fidelity=as-coded"}) {
        Settings once =
            new LinkBenchWorkload()
                .resolved(
                    LinkBenchGiven.settings(mix, fidelity, "max-degree=0", "ids=99"),
                    LinkBenchGiven.ALL);
        Settings said = once.with(Map.of("mix", "own"));
        assertThat(new LinkBenchWorkload().resolved(said, LinkBenchGiven.ALL)).isEqualTo(once);
      }
    }
  }

  @Test
  void deviationsOfAllKinds_areTheFidelityThatHasThem() {
    assertThat(
            resolved(
                "split=as-coded",
                "write-uncorr=as-coded",
                "multiget-min=2",
                "motif=512",
                "history=0.3%",
                "list-memory=as-coded",
                "node-version=as-coded"))
        .isEqualTo(resolved("fidelity=as-coded"));
  }

  @Test
  void changedNodes_haveTheNextVersion_orAsCodedTheSecond() {
    assertThat(changeNode("fidelity=as-documented").assignments())
        .contains(new Assignment.Add(GraphTables.VERSION, Value.literal(1)));
    assertThat(changeNode("node-version=as-coded").assignments())
        .contains(new Assignment.Set(GraphTables.VERSION, Value.literal(2)));
  }

  private static Op.Update changeNode(String setting) {
    return (Op.Update)
        LinkBenchGiven.scenario(setting).roles().get(0).ops().stream()
            .filter(op -> op.name().equals("change_node"))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void refreshedMix_hasItsOwnSizes_unlessOthersAreGiven() {
    assertThat(LinkBenchGiven.options("mix=refresh").mix()).isSameAs(OperationMix.REFRESHED);
    assertThat(LinkBenchGiven.graph("mix=refresh").linkData()).isEqualTo(23);
    assertThat(LinkBenchGiven.graph("mix=refresh").nodeData()).isEqualTo(168);
    assertThat(LinkBenchGiven.graph("mix=refresh", "link-data=8").linkData()).isEqualTo(8);
    assertThat(LinkBenchGiven.graph("mix=2011").linkData()).isEqualTo(8);
    assertThat(LinkBenchGiven.graph("mix=own", "get-node=100", "node-data=9.5").nodeData())
        .isEqualTo(9.5);
  }

  @Test
  void ownMix_hasThePercentagesGiven() {
    OperationMix mix =
        LinkBenchGiven.options("mix=own", "add-link=12.5", "get-links-list=87.5").mix();
    assertThat(mix.percent(GraphOperation.ADD_LINK)).isEqualTo(12.5);
    assertThat(mix.percent(GraphOperation.GET_LINKS_LIST)).isEqualTo(87.5);
    assertThat(mix.percent(GraphOperation.GET_NODE)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "get-node=5                  | mix=2011 has predefined percentages, so get-node cannot",
        "mix=refresh add-link=1      | add -p mix=own",
        "mix=own                     | add up to 0.0, not to 100",
        "mix=own get-node=99.9       | add up to 99.9, not to 100",
        "random-id2=10               | the longest list",
        "ids=9223372032559808511 first-id=2 | give at most ids=9223372032559808510"
      })
  void contradictions_areRefusedWithAWayOut(String given, String message) {
    assertThatThrownBy(() -> LinkBenchGiven.scenario(given.split(" +")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @EnumSource(names = {"TRANSACTIONS", "UPSERT"})
  void databasesThatCannotKeepTheCounts_areRefused(Capability lacking) {
    Set<Capability> capabilities = EnumSet.complementOf(EnumSet.of(lacking));
    assertThatThrownBy(
            () -> new LinkBenchWorkload().scenario(LinkBenchGiven.settings(), 1, capabilities))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(lacking.label());
  }

  @Test
  void objectIds_areForDocumentsAlone() {
    List<Table> tables = LinkBenchGiven.scenario("layout=object-ids").tables();
    assertThat(tables.get(0).primaryKey()).isEmpty();
    assertThat(tables.get(1).primaryKey()).isEmpty();
    Set<Capability> ofTables = EnumSet.complementOf(EnumSet.of(Capability.OBJECT_IDS));
    assertThatThrownBy(
            () ->
                new LinkBenchWorkload()
                    .scenario(LinkBenchGiven.settings("layout=object-ids"), 1, ofTables))
        .hasMessageContaining("layout=keys");
  }

  @Test
  void partitions_areOfLinksById1() {
    assertThat(LinkBenchGiven.scenario("partitions=16").tables().get(0).arrangement())
        .isEqualTo(new TableLayout.Partitioned("id1", 16, TableLayout.Partitioned.By.KEY));
    assertThat(LinkBenchGiven.scenario().tables().get(0).arrangement())
        .isEqualTo(TableLayout.PLAIN);
  }

  @ParameterizedTest
  @CsvSource({"after, true", "before, false"})
  void index_isMadeAfterOrBeforeTheRows(String word, boolean after) {
    assertThat(LinkBenchGiven.scenario("index=" + word).indexesAfterLoad()).isEqualTo(after);
  }

  @Test
  void rowsAndBytes_areThoseOfALoad() {
    Scenario scenario = LinkBenchGiven.scenario("ids=1000", "max-degree=100");
    SocialGraph graph = LinkBenchGiven.graph("ids=1000", "max-degree=100");
    List<Table> tables = scenario.tables();
    assertThat(tables.stream().map(scenario::rows))
        .containsExactly(graph.graph().census().links(), graph.graph().census().lists(), 1000L);
    // Numbers of 8 and of up to 4 bytes, and data of 13.2 bytes on average; and so on.
    assertThat(scenario.rowBytes(tables.get(0))).isEqualTo(4 * 8 + 2 * 4 + 13);
    assertThat(scenario.rowBytes(tables.get(2))).isEqualTo(2 * 8 + 2 * 4 + 211);
    assertThat(scenario.rowsPerTransaction()).isBetween(0.1, 0.102);
  }

  @Test
  void idsMayHaveAllBits() {
    Scenario scenario = LinkBenchGiven.scenario("ids=9223372032559808511", "max-degree=900");
    assertThat(scenario.rows(scenario.tables().get(0))).isEqualTo(Long.MAX_VALUE);
    assertThat(scenario.rows(scenario.tables().get(2))).isEqualTo(9_223_372_032_559_808_511L);
  }

  @Test
  void kinds_areTheTenOperations() {
    assertThat(LinkBenchGiven.scenario().roles().get(0).transactionKinds())
        .hasSize(10)
        .startsWith("add_link", "delete_link")
        .endsWith("get_node");
    assertThat(LinkBenchGiven.scenario().roles().get(0).transactional()).isTrue();
    assertThat(LinkBenchGiven.scenario("mix=own", "get-node=100").roles().get(0).transactional())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ids=999",
        "first-id=2",
        "link-types=3",
        "max-degree=99",
        "split=as-coded",
        "random-id2=100000000",
        "link-data=9",
        "motif=512",
        "node-data=9",
        "mix=refresh"
      })
  void whatChangesTheRows_isAnotherLoad(String setting) {
    assertThat(LinkBenchGiven.options(setting).identity())
        .isNotEqualTo(LinkBenchGiven.options().identity());
  }

  @Test
  void theLoadIsThatOfTheDegree_howeverItWasSaid() {
    assertThat(LinkBenchGiven.options("ids=10000", "max-degree=0").identity())
        .isEqualTo(LinkBenchGiven.options("ids=10000", "max-degree=6051").identity())
        .contains("max-degree=6051");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"chunk=7", "batch=7", "insert-form=insert", "index=before", "history=0.3%"})
  void whatDoesNot_isTheSame(String setting) {
    assertThat(LinkBenchGiven.options(setting).identity())
        .isEqualTo(LinkBenchGiven.options().identity());
  }
}
