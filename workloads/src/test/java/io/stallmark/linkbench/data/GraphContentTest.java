package io.stallmark.linkbench.data;

import static io.stallmark.linkbench.data.DistributionSample.assertShare;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GraphContentTest {

  private static final long NOW = 1_700_000_000_000L;
  private static final GraphShape GRAPH = new GraphShape(1, 1_000, 2, LinkSplit.EXACT, 100);

  private static LinkContent links(long seed) {
    PayloadData payload = PayloadData.ofLinks(8, FidelityOptions.AS_DOCUMENTED, seed);
    return new LinkContent(new Id2Distribution(GRAPH, 0, seed), payload, seed, NOW);
  }

  private static NodeContent nodes(long seed) {
    return new NodeContent(PayloadData.ofNodes(128, seed), seed);
  }

  private static String link(LinkContent content, long id1, int type, long i) {
    content.turnTo(id1, type, i);
    byte[] data = new byte[content.length()];
    content.data(data);
    return content.id2() + " " + content.time() + " " + hex(data);
  }

  private static String node(NodeContent content, long id) {
    content.turnTo(id);
    byte[] data = new byte[content.length()];
    content.data(data);
    return hex(data);
  }

  private static String hex(byte[] data) {
    return java.util.HexFormat.of().formatHex(data);
  }

  @Test
  void content_isTheSameInWhateverOrderRowsAreMade() {
    List<Integer> order = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    LinkContent links = links(1);
    NodeContent nodes = nodes(1);
    for (int i = 0; i < 300; i++) {
      order.add(i);
      rows.add(link(links, i / 10, i % 2, i % 10) + " " + node(nodes, i));
    }
    Collections.shuffle(order, new Random(1));
    LinkContent otherLinks = links(1);
    NodeContent otherNodes = nodes(1);
    for (int i : order) {
      assertThat(link(otherLinks, i / 10, i % 2, i % 10) + " " + node(otherNodes, i))
          .isEqualTo(rows.get(i));
    }
  }

  @Test
  void data_isTheSameWhenWrittenAgain() {
    LinkContent links = links(1);
    links.turnTo(3, 0, 4);
    byte[] once = new byte[links.length()];
    byte[] again = new byte[links.length()];
    links.data(once);
    links.data(again);

    assertThat(again).isEqualTo(once);
  }

  @Test
  void content_differsBySeedAndByEveryPartOfTheKey() {
    assertThat(
            List.of(
                link(links(1), 3, 0, 4),
                link(links(2), 3, 0, 4),
                link(links(1), 4, 0, 4),
                link(links(1), 3, 1, 4),
                link(links(1), 3, 0, 5)))
        .doesNotHaveDuplicates();
    assertThat(List.of(node(nodes(1), 3), node(nodes(2), 3), node(nodes(1), 4)))
        .doesNotHaveDuplicates();
  }

  @Test
  void bothTypesOfANodeLeadToTheSameNodes() {
    LinkContent links = links(1);
    links.turnTo(9, 0, 2);
    assertThat(links.id2()).isEqualTo(11);
    links.turnTo(9, 1, 2);
    assertThat(links.id2()).isEqualTo(11);
  }

  @Test
  void links_areOfTheLastFortyNineDays() {
    LinkContent links = links(1);
    long span = 1L << 32;
    assertShare(rng -> time(links, rng.nextLong()), 1, t -> t >= NOW - span && t < NOW);
    assertShare(rng -> time(links, rng.nextLong()), 0.25, t -> t < NOW - span / 4 * 3);
  }

  private static long time(LinkContent links, long id) {
    links.turnTo(id, 0, 0);
    return links.time();
  }
}
