package io.stallmark.spi.workload;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;
import java.util.Optional;

/** Proves that the data is right. Its checkers run in parallel; it is asked when all are done. */
public interface Verification {

  /** The rows that all checkers together will look at, for the progress bar. */
  long rows();

  Loader checker(Session session, Slice slice) throws DbException;

  /** What is wrong, a sentence each, or as much of it as is kept; empty: all is right. */
  List<String> findings();

  /** How many findings there are, with those that are not kept. */
  default long found() {
    return findings().size();
  }

  /** What else may be the reason of such findings, a sentence for the user; empty: nothing. */
  default Optional<String> hint() {
    return Optional.empty();
  }

  /** What was proven, a sentence each, for the user to read when there are no findings. */
  List<String> proven();
}
