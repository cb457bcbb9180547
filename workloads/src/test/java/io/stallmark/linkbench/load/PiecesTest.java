package io.stallmark.linkbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stallmark.linkbench.Given;
import io.stallmark.linkbench.data.Graph;
import io.stallmark.linkbench.schema.SocialGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiecesTest {

  private static List<Piece> all(SocialGraph graph, int chunk) {
    Pieces pieces = new Pieces(graph, chunk);
    List<Piece> all = new ArrayList<>();
    for (Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
      all.add(piece);
    }
    return all;
  }

  private static <P extends Piece> List<P> all(List<Piece> pieces, Class<P> kind) {
    return pieces.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 2048",
    "2048, 1, 2048",
    "2049, 17, 2048",
    "10000, 1, 2048",
    "100, 4611686018427387904, 7",
    "10000, 3, 1"
  })
  void chunks_areEvenAndDescendAndHoldEveryIdOnce(long ids, long first, int most) {
    SocialGraph graph = Given.graph("ids=" + ids, "first-id=" + first, "max-degree=9");
    long expected = first + ids - 1;
    long least = Long.MAX_VALUE;
    long largest = 0;
    List<Piece> pieces = all(graph, most);
    for (Piece.Nodes chunk : all(pieces, Piece.Nodes.class)) {
      assertThat(chunk.last()).isEqualTo(expected);
      expected = chunk.first() - 1;
      least = Math.min(least, chunk.size());
      largest = Math.max(largest, chunk.size());
    }
    assertThat(expected).isEqualTo(first - 1);
    assertThat(largest).isLessThanOrEqualTo(most).isLessThanOrEqualTo(least + 1);
    assertThat(all(pieces, Piece.Links.class))
        .extracting(links -> new Piece.Nodes(links.first(), links.last()))
        .isEqualTo(all(pieces, Piece.Nodes.class));
  }

  @Test
  void linksAreIn_whenTheLastPieceOfThemIsDone_andNodesAreStillToCome() {
    Pieces pieces = new Pieces(Given.graph("ids=100", "max-degree=40000"), 50);
    List<Piece> links = new ArrayList<>();
    for (Piece piece = pieces.next(); !(piece instanceof Piece.Nodes); piece = pieces.next()) {
      links.add(piece);
    }
    assertThat(all(links, Piece.Stretch.class)).isNotEmpty();
    assertThat(all(links, Piece.Links.class)).hasSize(2);
    for (Piece piece : links) {
      assertThat(pieces.linksAreIn()).isFalse();
      pieces.done(piece);
    }
    assertThat(pieces.linksAreIn()).isTrue();
  }

  @Test
  void longLists_comeFirstInStretches_eachLinkOnce() {
    SocialGraph social = Given.graph("ids=20000", "link-types=3");
    Graph graph = social.graph();
    long expected = 0;
    for (long id = 1; id <= 20_000; id++) {
      for (int type = 0; type < 3; type++) {
        expected += Pieces.isLong(graph.links(id, type)) ? graph.links(id, type) : 0;
      }
    }
    List<Piece> pieces = all(social, 2048);
    List<Piece.Stretch> stretches = all(pieces, Piece.Stretch.class);
    assertThat(pieces.subList(0, stretches.size())).isEqualTo(stretches);
    long next = 0;
    long links = 0;
    for (Piece.Stretch stretch : stretches) {
      assertThat(stretch.from()).isEqualTo(next);
      assertThat(stretch.size()).isBetween(1L, (long) Pieces.STRETCH);
      next = stretch.to() == graph.links(stretch.id(), stretch.type()) ? 0 : stretch.to();
      links += stretch.size();
    }
    assertThat(next).isZero();
    assertThat(links).isEqualTo(expected).isGreaterThan(900_000);
    assertThat(stretches.stream().map(Piece.Stretch::id).distinct().count()).isGreaterThan(0);
  }

  @Test
  void longListOfScatteredIds_staysWhole() {
    SocialGraph graph = Given.graph("ids=100", "max-degree=60000", "random-id2=1000000");
    assertThat(all(all(graph, 2048), Piece.Stretch.class))
        .extracting(Piece.Stretch::type, Piece.Stretch::from, Piece.Stretch::to)
        .containsExactly(tuple(0, 0L, 30_000L), tuple(1, 0L, 30_000L));
  }
}
