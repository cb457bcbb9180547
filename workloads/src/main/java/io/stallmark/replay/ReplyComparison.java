package io.stallmark.replay;

import io.stallmark.replay.ReplayOptions.Comparison;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import org.jspecify.annotations.Nullable;

/** Comparison of a reply with the recorded one. */
final class ReplyComparison {

  private ReplyComparison() {}

  /** Whether there is something to compare. */
  static boolean compares(Comparison level, @Nullable Reply recorded) {
    return level != Comparison.NONE && recorded != null && recorded.outcome() != Outcome.NONE;
  }

  /**
   * Returns the first difference; null: there is none, as far as the level compares. A new error is
   * a difference at every level.
   */
  static @Nullable DifferenceKind difference(
      Comparison level, @Nullable Reply recorded, RawReply replayed) {
    if (recorded == null || recorded.outcome() == Outcome.NONE) {
      return null;
    }
    boolean expected = recorded.outcome() == Outcome.ERROR;
    boolean failed = replayed.outcome() == Outcome.ERROR;
    if (failed && !expected) {
      return DifferenceKind.ERROR_NEW;
    } else if (level == Comparison.NONE) {
      return null;
    } else if (expected != failed) {
      return DifferenceKind.ERROR_GONE;
    } else if (recorded.errorCode() != replayed.errorCode()) {
      return DifferenceKind.ERROR_OTHER;
    } else if (level.rows() && recorded.rows() != replayed.rows()) {
      return DifferenceKind.ROWS;
    } else if (level.rows() && recorded.affected() != replayed.affected()) {
      return DifferenceKind.AFFECTED;
    }
    boolean content = level == Comparison.CONTENT && recorded.hash() != replayed.hash();
    return content ? DifferenceKind.CONTENT : null;
  }
}
