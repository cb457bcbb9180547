package io.stallmark.linkbench.request;

import io.stallmark.data.Distribution;
import io.stallmark.data.Rng;
import io.stallmark.linkbench.data.Id2Distribution;
import io.stallmark.linkbench.schema.GraphTables;

/** Draws the link or the list of links for an operation. Used by one thread. */
final class LinkChoice {

  private final GraphRequests requests;
  private final Rng rng;
  private final Id2Distribution id2s;
  private final long lastType;
  private long id1;
  private int type;

  LinkChoice(GraphRequests requests, Rng rng) {
    this.requests = requests;
    this.rng = rng;
    id2s = requests.graph().id2s();
    lastType = requests.graph().graph().types() - 1L;
  }

  void toRead() {
    choose(requests.ids().linkRead());
  }

  void toWrite() {
    choose(requests.ids().linkWrite());
  }

  private void choose(Distribution distribution) {
    id1 = distribution.next(rng);
    type = (int) rng.uniform(0, lastType);
  }

  long id1() {
    return id1;
  }

  long linkType() {
    return GraphTables.FIRST_LINK_TYPE + type;
  }

  /**
   * Draws the id2 of the link.
   *
   * @param loaded fraction of the candidate ids that were loaded
   */
  long id2(double loaded) {
    return id2s.next(rng, id1, type, loaded);
  }

  /** Number of loaded links of the list. */
  long loaded() {
    return requests.graph().graph().links(id1, type);
  }

  /** Number of ids in the start of an array to which a loaded link of the list leads. */
  long loaded(long[] ids, int count) {
    long links = loaded();
    long found = 0;
    for (int i = 0; i < count; i++) {
      long number = id2s.number(id1, ids[i]);
      found += number >= 0 && number < links ? 1 : 0;
    }
    return found;
  }

  /** Draws several distinct id2 values into the start of an array. */
  void id2s(long[] into, int count) {
    id2s.several(rng, id1, type, into, count);
  }
}
