package io.stallmark.userdocs;

import io.stallmark.data.Rng;
import io.stallmark.text.RefusedException;

/**
 * Changes of documents at their origin, a function of seed, owner, lid and the owner's last lid.
 * Nothing is kept for a document, and no table says which changes are done: the last lid does.
 *
 * <p>An owner whose last lid is a given number either syncs or only inserts. A sync makes the
 * changes that are due and then inserts the next document. Each document changes in regular
 * intervals, whose phase differs from document to document. Its last change deletes it. The owner's
 * last document never changes, so that it can be found by its lid. Immutable.
 *
 * @param seed determines the changes
 * @param share share of the documents that each sync changes, as a fraction of {@link #WHOLE}
 * @param scanEvery number of an owner's inserts for each of its syncs; 0: owners never sync
 * @param loaded greatest lid of a load: changes begin with the sync after it
 */
record ChangeSchedule(long seed, long share, int scanEvery, long loaded) {

  /** Version of a document that is deleted. */
  static final long DELETED = -1;

  /** Share of all documents. */
  private static final long WHOLE = 1L << 32;

  /** Least share other than 0: deleted documents are then found in a short time. */
  private static final double LEAST = 1e-6;

  /** Most changes of a document, with the deletion; the mean is 10. */
  private static final long MOST_CHANGES = 19;

  private static final long LONG_AGO = 1L << 30; // syncs after which a document is deleted

  /**
   * Creates the schedule for a share of 0 to 1.
   *
   * @throws RefusedException with a message for the user
   */
  static ChangeSchedule of(long seed, double changes, int scanEvery, long loaded) {
    if (changes > 0 && changes < LEAST) {
      throw new RefusedException("-p changes is 0, or 0.000001 to 1");
    }
    if (changes > 0 && scanEvery == 0) {
      throw new RefusedException(
          "-p changes needs scans: scan-every=0 reads no documents that could have changed");
    }
    return new ChangeSchedule(seed, Math.round(changes * WHOLE), scanEvery, loaded);
  }

  /** Whether any document changes. */
  boolean changes() {
    return share > 0;
  }

  /** Whether an owner with this last lid syncs before it inserts. */
  boolean syncs(long owner, long last) {
    return scanEvery > 0 && (last + owner) % scanEvery == 0;
  }

  /**
   * Returns the number of changes of a document when its owner has this last lid, or {@link
   * #DELETED}. For {@code last + 1}: after the changes of the sync of {@code last}.
   */
  long version(long owner, long lid, long last) {
    if (share == 0) {
      return 0;
    }
    long seen = syncs(owner, Math.max(lid + 1, loaded), last);
    if (seen == 0) {
      return 0;
    }
    long draw = Rng.mix(Rng.mix(seed + owner) + lid);
    long changed = (share * Math.min(seen, LONG_AGO) + (draw >>> 32)) >>> 32;
    return changed <= (draw & (WHOLE - 1)) % MOST_CHANGES ? changed : DELETED;
  }

  /** Returns a lid before which all documents are deleted; 1: none has to be. */
  long oldest(long last) {
    if (share == 0) {
      return 1;
    }
    long first = last - (MOST_CHANGES * WHOLE / share + 2) * scanEvery;
    return first > loaded ? first : 1;
  }

  /** Number of syncs of the owner whose last lid was in [from, to). */
  private long syncs(long owner, long from, long to) {
    return from < to
        ? Math.floorDiv(to - 1 + owner, (long) scanEvery)
            - Math.floorDiv(from - 1 + owner, (long) scanEvery)
        : 0;
  }
}
