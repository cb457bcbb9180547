package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;
import java.util.Optional;

/**
 * Check that the data is correct. Its checkers run in parallel; the other methods are called when
 * all are done.
 */
public interface Verification {

  /**
   * Number of rows that all checkers together read, for the progress bar. Called before they start.
   * 0: it is unknown until they are counted.
   */
  default long rows() {
    return 0;
  }

  /** What {@link #rows} counts, in the singular. */
  default String unit() {
    return "row";
  }

  Loader checker(Session session, Slice slice) throws DbException;

  /** Errors found, one sentence each, possibly not all of them; empty: the data is correct. */
  List<String> findings();

  /** Number of errors found, including those that {@link #findings} omits. */
  default long found() {
    return findings().size();
  }

  /**
   * Another possible cause of such errors, or why nothing was verified, a sentence for the user;
   * empty: none.
   */
  default Optional<String> hint() {
    return refusal();
  }

  /** Why nothing can be verified, a sentence, known before the run; empty: something can. */
  default Optional<String> refusal() {
    return Optional.empty();
  }

  /**
   * Properties that were verified, one sentence each, shown to the user when there are no findings.
   * Empty: nothing was verified, and the verification fails.
   */
  List<String> proven();

  /** Returns the verification of a scenario whose data cannot be verified for this reason. */
  static Verification none(String refusal) {
    return new None(refusal);
  }

  /** Verification of data that cannot be verified. */
  record None(String why) implements Verification {

    @Override
    public Loader checker(Session session, Slice slice) {
      return () -> 0;
    }

    @Override
    public List<String> findings() {
      return List.of();
    }

    @Override
    public Optional<String> refusal() {
      return Optional.of(why);
    }

    @Override
    public List<String> proven() {
      return List.of();
    }
  }
}
