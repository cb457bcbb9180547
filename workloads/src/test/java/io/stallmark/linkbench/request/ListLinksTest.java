package io.stallmark.linkbench.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.FidelityOptions;
import io.stallmark.linkbench.data.GraphOperation;
import io.stallmark.linkbench.data.RequestIds;
import io.stallmark.linkbench.request.GraphStore.Link;
import io.stallmark.linkbench.request.GraphStore.ListKey;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.workload.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListLinksTest {

  private static final int LIMIT = 5;

  private final GraphStore store = new GraphStore();
  private final List<String> sent = new ArrayList<>();

  /** One node with the same links in both lists, at times 1, 2, 3, … */
  private RequestClient.GraphRequest lists(int links, double history) throws Exception {
    return client(requests(links, history), 0);
  }

  private RequestClient.GraphRequest client(GraphRequests requests, int index) throws Exception {
    return new LinkRequests(requests, new StoreSession(store), Slice.of(index, 2, 1)).list();
  }

  private GraphRequests requests(int links, double history) {
    FidelityOptions as = FidelityOptions.AS_DOCUMENTED;
    FidelityOptions fidelity =
        new FidelityOptions(
            as.split(),
            as.ownWriteLaw(),
            as.leastMultiget(),
            as.linkMotif(),
            history,
            as.remembersAgain(),
            as.countsNodeVersions());
    SocialGraph graph = RequestGiven.graph(true, fidelity);
    for (int type = 0; type < 2; type++) {
      ListKey list = new ListKey(GraphTables.FIRST_LINK_TYPE + type, 77);
      for (int i = 1; i <= links; i++) {
        store.put(list, i, new Link(1, GraphStore.bytes(new byte[3], 3), i, 0));
      }
    }
    store.fault =
        (statement, done) -> {
          if (!done) {
            sent.add(statement);
          }
        };
    RequestIds ids = new RequestIds(rng -> 77, rng -> 0, rng -> 0, rng -> 0, rng -> 0);
    return new GraphRequests(
        graph,
        RequestGiven.only(GraphOperation.GET_LINKS_LIST),
        LIMIT,
        ids,
        new NodeIds(),
        new ListTails.OfClients(fidelity),
        new NodeTally(),
        () -> 0);
  }

  @ParameterizedTest
  @CsvSource({"0, false", "4, false", "5, true", "6, true"})
  void listIsReadOn_onlyWhenItFilledTheLimit(int links, boolean readOn) throws Exception {
    RequestClient.GraphRequest lists = lists(links, 1);
    for (int i = 0; i < 20; i++) {
      lists.run();
    }
    assertThat(sent.get(0)).isEqualTo("list_links");
    assertThat(sent.contains("list_older_links")).isEqualTo(readOn);
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "9, 2", "10, 3", "11, 3", "16, 4"})
  void pages_followEachOtherToTheEnd_withoutAGap(int links, int pages) throws Exception {
    RequestClient.GraphRequest lists = lists(links, 1);
    List<String> expected = new ArrayList<>(List.of("list_links"));
    while (expected.size() < pages) {
      expected.add("list_older_links");
    }
    expected.add("list_links"); // forgotten at its end: from the start again
    for (int page = 0; page < pages; page++) {
      lists.run();
    }
    assertThat(store.listed).hasSize(links).doesNotHaveDuplicates();
    lists.run();
    assertThat(sent).isEqualTo(expected);
  }

  @Test
  void clientWithANewConnection_readsOnWhereTheFormerEnded_othersAndOtherRunsDoNot()
      throws Exception {
    GraphRequests requests = requests(16, 1);
    client(requests, 0).run();
    client(requests, 1).run();
    client(requests, 0).run();
    requests.begin(1);
    client(requests, 0).run();
    assertThat(sent).containsExactly("list_links", "list_links", "list_older_links", "list_links");
  }

  @ParameterizedTest
  @CsvSource({"0.3", "0.003"})
  void listsAreReadOn_byTheirShare(double share) throws Exception {
    RequestClient.GraphRequest lists = lists(1_000, share);
    for (int i = 0; i < 5_000; i++) {
      lists.run();
    }
    double older = sent.stream().filter("list_older_links"::equals).count() / 5_000.0;
    double error = Math.sqrt(share * (1 - share) / 5_000);
    assertThat(older).isBetween(share - 5 * error, share + 5 * error);
  }

  @Test
  void tails_areOfDifferentLists_andTheirRoomIsLimited() {
    ListTails tails = new ListTails(true);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < ListTails.MOST; i++) {
      tails.remember(rng, i, 1, 100 + i);
      tails.remember(rng, i, 1, 5);
    }
    assertThat(tails.size()).isEqualTo(ListTails.MOST);
    assertThat(tails.time(7)).isEqualTo(107);
    tails.remember(rng, 7, 2, 50);
    assertThat(tails.size()).isEqualTo(ListTails.MOST);
    int newest = 0;
    while (tails.linkType(newest) != 2) {
      newest++;
    }
    assertThat(tails.id1(newest)).isEqualTo(7);
    assertThat(tails.time(newest)).isEqualTo(50);
  }

  @Test
  void tailForgotten_mayBeRememberedAgain_andTheOthersStay() {
    ListTails tails = new ListTails(true);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 3; i++) {
      tails.remember(rng, i, 1, 10);
    }
    tails.forget(1);
    assertThat(tails.size()).isEqualTo(2);
    assertThat(List.of(tails.id1(0), tails.id1(1))).containsExactly(0L, 2L);
    tails.remember(rng, 1, 1, 99);
    assertThat(tails.size()).isEqualTo(3);
    assertThat(tails.time(2)).isEqualTo(99);
  }

  @Test
  void asCoded_whatLeavesAnyPlaceButTheLast_isNeverRememberedAgain() {
    ListTails tails = new ListTails(false);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 3; i++) {
      tails.remember(rng, i, 1, 10);
    }
    tails.forget(0);
    tails.forget(1); // list 1; list 2 has moved to the first place
    tails.remember(rng, 0, 1, 99);
    assertThat(tails.size()).isEqualTo(1);
    tails.remember(rng, 0, 2, 99); // the other list of that node
    tails.remember(rng, 1, 1, 99);
    assertThat(tails.size()).isEqualTo(3);
    assertThat(List.of(tails.id1(0), tails.id1(1), tails.id1(2))).containsExactly(2L, 0L, 1L);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void listThatHadToMakeRoom_isRememberedAgain_unlessAsCoded(boolean again, boolean remembered) {
    ListTails tails = new ListTails(again);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 3 * ListTails.MOST; i++) {
      tails.remember(rng, i, 1, 10);
    }
    long gone = 0;
    while (LongStream.range(0, ListTails.MOST).map(i -> tails.id1((int) i)).anyMatch(isOne(gone))) {
      gone++;
    }
    tails.remember(rng, gone, 1, 99);
    assertThat(
            LongStream.range(0, ListTails.MOST).map(i -> tails.id1((int) i)).anyMatch(isOne(gone)))
        .isEqualTo(remembered);
  }

  private static LongPredicate isOne(long id) {
    return other -> other == id;
  }
}
