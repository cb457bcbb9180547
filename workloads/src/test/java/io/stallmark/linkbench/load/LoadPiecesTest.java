package io.stallmark.linkbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stallmark.linkbench.LinkBenchGiven;
import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.schema.SocialGraph;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadPiecesTest {

  private static List<LoadPiece> all(SocialGraph graph, int chunk) {
    LoadPieces pieces = new LoadPieces(graph, chunk, 0, 1);
    List<LoadPiece> all = new ArrayList<>();
    for (LoadPiece piece = pieces.next(); piece != null; piece = pieces.next()) {
      all.add(piece);
    }
    return all;
  }

  private static <P extends LoadPiece> List<P> all(List<LoadPiece> pieces, Class<P> kind) {
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
    SocialGraph graph = LinkBenchGiven.graph("ids=" + ids, "first-id=" + first, "max-degree=9");
    long expected = first + ids - 1;
    long least = Long.MAX_VALUE;
    long largest = 0;
    List<LoadPiece> pieces = all(graph, most);
    for (LoadPiece.Nodes chunk : all(pieces, LoadPiece.Nodes.class)) {
      assertThat(chunk.last()).isEqualTo(expected);
      expected = chunk.first() - 1;
      least = Math.min(least, chunk.size());
      largest = Math.max(largest, chunk.size());
    }
    assertThat(expected).isEqualTo(first - 1);
    assertThat(largest).isLessThanOrEqualTo(most).isLessThanOrEqualTo(least + 1);
    assertThat(all(pieces, LoadPiece.Links.class))
        .extracting(links -> new LoadPiece.Nodes(links.first(), links.last()))
        .isEqualTo(all(pieces, LoadPiece.Nodes.class));
  }

  @Test
  void linksAreIn_whenTheLastPieceOfThemIsDone_andNodesAreStillToCome() {
    LoadPieces pieces =
        new LoadPieces(LinkBenchGiven.graph("ids=100", "max-degree=40000"), 50, 0, 1);
    List<LoadPiece> links = new ArrayList<>();
    for (LoadPiece piece = pieces.next();
        !(piece instanceof LoadPiece.Nodes);
        piece = pieces.next()) {
      links.add(piece);
    }
    assertThat(all(links, LoadPiece.Segment.class)).isNotEmpty();
    assertThat(all(links, LoadPiece.Links.class)).hasSize(2);
    for (LoadPiece piece : links) {
      assertThat(pieces.linksAreIn()).isFalse();
      pieces.done(piece);
    }
    assertThat(pieces.linksAreIn()).isTrue();
  }

  @Test
  void longLists_comeFirstInSegmentes_eachLinkOnce() {
    SocialGraph social = LinkBenchGiven.graph("ids=20000", "link-types=3");
    GraphShape graph = social.graph();
    long expected = 0;
    for (long id = 1; id <= 20_000; id++) {
      for (int type = 0; type < 3; type++) {
        expected += LoadPieces.isLong(graph.links(id, type)) ? graph.links(id, type) : 0;
      }
    }
    List<LoadPiece> pieces = all(social, 2048);
    List<LoadPiece.Segment> segmentes = all(pieces, LoadPiece.Segment.class);
    assertThat(pieces.subList(0, segmentes.size())).isEqualTo(segmentes);
    long next = 0;
    long links = 0;
    for (LoadPiece.Segment segment : segmentes) {
      assertThat(segment.from()).isEqualTo(next);
      assertThat(segment.size()).isBetween(1L, (long) LoadPieces.SEGMENT);
      next = segment.to() == graph.links(segment.id(), segment.type()) ? 0 : segment.to();
      links += segment.size();
    }
    assertThat(next).isZero();
    assertThat(links).isEqualTo(expected).isGreaterThan(900_000);
    assertThat(segmentes.stream().map(LoadPiece.Segment::id).distinct().count()).isGreaterThan(0);
  }

  @Test
  void longListOfScatteredIds_staysWhole() {
    SocialGraph graph = LinkBenchGiven.graph("ids=100", "max-degree=60000", "random-id2=1000000");
    assertThat(all(all(graph, 2048), LoadPiece.Segment.class))
        .extracting(LoadPiece.Segment::type, LoadPiece.Segment::from, LoadPiece.Segment::to)
        .containsExactly(tuple(0, 0L, 30_000L), tuple(1, 0L, 30_000L));
  }
}
