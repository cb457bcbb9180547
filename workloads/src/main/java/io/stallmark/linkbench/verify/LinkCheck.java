package io.stallmark.linkbench.verify;

import io.stallmark.linkbench.data.GraphShape;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.data.LinkContent;
import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.text.Text;
import io.stallmark.verification.KeysetPager;
import java.util.Arrays;

/**
 * Verifies the links of some nodes and their counts. Every loaded link must exist, as requests hide
 * links but do not remove them. A link or count must be as loaded until a request changes it and
 * gives it a later time. Not thread-safe.
 */
final class LinkCheck {

  private static final int PAGE = 5_000;

  private final GraphShape graph;
  private final Id2Distribution id2s;
  private final KeysetPager pages;
  private final PreparedOperation counts;
  private final LinkContent content;
  private final byte[] stored = new byte[PayloadData.MOST_OF_LINK + 1];
  private final byte[] loaded = new byte[PayloadData.MOST_OF_LINK + 1];

  /** Lists by node, then by type. */
  private final Links[] lists;

  private final RowSink lookAtLink = this::lookAtLink;
  private final RowSink lookAtCount = this::lookAtCount;
  private GraphTally tally = new GraphTally();
  private long first;
  private int type;
  private long lastId1;

  /** Counters of one list. */
  private static final class Links {
    long links;
    long visible;
    long there;
    long asLoaded;

    /** Greatest time of the links that are as loaded, in ms since 1970. */
    long latest;

    boolean counted;

    void clear() {
      links = 0;
      visible = 0;
      there = 0;
      asLoaded = 0;
      latest = 0;
      counted = false;
    }
  }

  LinkCheck(SocialGraph social, Session session, int idsAtATime) throws DbException {
    graph = social.graph();
    id2s = social.id2s();
    pages =
        new KeysetPager(session, GraphReads.links(social.tables().links(), PAGE), 0)
            .forgetting(this::forgetLast);
    counts = PreparedOperation.of(session, GraphReads.counts(social.tables().counts()));
    content = social.linkContent();
    lists = new Links[idsAtATime * graph.types()];
    Arrays.setAll(lists, i -> new Links());
  }

  void check(GraphVerification.Range range, GraphTally into) throws DbException {
    tally = into;
    first = range.first();
    for (Links list : lists) {
      list.clear();
    }
    for (type = 0; type < graph.types(); type++) {
      pages.set(0, GraphTables.FIRST_LINK_TYPE + type).start(first, range.last());
      while (!pages.done()) {
        pages.page(lookAtLink);
      }
    }
    counts.set(0, first).set(1, range.last()).execute(lookAtCount);
    for (long id = first; id <= range.last(); id++) {
      for (int t = 0; t < graph.types(); t++) {
        conclude(id, t);
      }
    }
  }

  private Links list(long id, int ofType) {
    return lists[(int) (id - first) * graph.types() + ofType];
  }

  /** Forgets the list of the last link, which is read again as a whole. */
  private void forgetLast() {
    list(lastId1, type).clear();
  }

  private void lookAtLink(Row row) throws DbException {
    tally.compare(row);
    long id1 = row.getLong(0);
    lastId1 = id1;
    long id2 = row.getLong(1);
    long visibility = row.getLong(2);
    Links list = list(id1, type);
    list.links++;
    list.visible += visibility == 1 ? 1 : 0;
    if (visibility != 0 && visibility != 1) {
      tally.find(name(id1, id2) + " has visibility " + visibility + ", which is neither 0 nor 1.");
    }
    long number = id2s.number(id1, id2);
    boolean wasLoaded = number >= 0 && number < graph.links(id1, type);
    list.there += wasLoaded ? 1 : 0;
    boolean old = row.getLong(3) < SocialGraph.LOADED_BEFORE;
    tally.traces += !old || visibility == 0 ? 1 : 0;
    if (old) {
      tally.oldLinks++;
      if (wasLoaded && isAsLoaded(row, id1, number)) {
        list.asLoaded++;
        list.latest = Math.max(list.latest, row.getLong(3));
      } else {
        tally.suspect(name(id1, id2) + " is older than any request, and was not loaded so.");
      }
    }
  }

  private boolean isAsLoaded(Row row, long id1, long number) throws DbException {
    content.turnTo(id1, type, number);
    tally.linksOfOurTime += row.getLong(3) == content.time() ? 1 : 0;
    int length = row.getText(5, stored);
    if (row.getLong(3) != content.time() || row.getLong(4) != 0 || length != content.length()) {
      return false;
    }
    content.data(loaded);
    return Arrays.equals(stored, 0, length, loaded, 0, length);
  }

  private void lookAtCount(Row row) throws DbException {
    tally.compare(row);
    long id = row.getLong(0);
    long linkType = row.getLong(1) - GraphTables.FIRST_LINK_TYPE;
    long count = row.getLong(2);
    tally.counts++;
    if (linkType < 0 || linkType >= graph.types()) {
      tally.find(
          Text.format(
              "Node %d has a count of links of type %d, which is unknown.", id, row.getLong(1)));
      return;
    }
    Links list = list(id, (int) linkType);
    list.counted = true;
    if (count != list.visible) {
      tally.find(
          Text.format(
              "Node %d has %,d visible links of type %d, but its count says %,d.",
              id, list.visible, row.getLong(1), count));
    }
    lookAtMark(id, (int) linkType, row.getLong(3), row.getLong(4));
  }

  /**
   * Checks time and version of a count. Every change increments the version and sets the time to
   * that of the request.
   */
  private void lookAtMark(long id, int ofType, long time, long version) {
    boolean old = time < SocialGraph.LOADED_BEFORE;
    boolean loaded = graph.links(id, ofType) > 0;
    tally.traces += !old || version != 0 ? 1 : 0;
    if ((old || (loaded && version == 0))
        && !(loaded && version == 0 && time == latest(id, ofType))) {
      tally.suspect(
          Text.format(
              "The count of links of type %d of node %d has time %d and version %d, which neither a load nor a request gives it.",
              GraphTables.FIRST_LINK_TYPE + ofType, id, time, version));
    }
  }

  /** Returns the greatest time of the links with which a list was loaded, in ms since 1970. */
  private long latest(long id, int ofType) {
    Links list = list(id, ofType);
    long links = graph.links(id, ofType);
    if (list.asLoaded == links) {
      return list.latest;
    }
    long latest = 0;
    for (long i = 0; i < links; i++) {
      content.turnTo(id, ofType, i);
      latest = Math.max(latest, content.time());
    }
    return latest;
  }

  private void conclude(long id, int ofType) {
    Links list = list(id, ofType);
    long linkType = GraphTables.FIRST_LINK_TYPE + ofType;
    tally.links += list.links;
    tally.visible += list.visible;
    tally.linksAsLoaded += list.asLoaded;
    if (!list.counted && list.visible > 0) {
      tally.find(
          Text.format(
              "Node %d has %,d visible links of type %d, but no count.",
              id, list.visible, linkType));
    }
    long expected = graph.links(id, ofType);
    if (list.there != expected) {
      tally.suspect(
          Text.format(
              "Node %d has %,d of the %,d links of type %d that it was loaded with.",
              id, list.there, expected, linkType));
    }
  }

  private String name(long id1, long id2) {
    return Text.format(
        "The link of type %d from %d to %d", GraphTables.FIRST_LINK_TYPE + type, id1, id2);
  }
}
