package io.stallmark.tables;

import java.util.List;

/**
 * What a verification came to.
 *
 * @param failure why the tables do not count as right, a sentence; empty: they are
 * @param sentences what was proven, or else what is wrong
 */
public record VerificationResult(String failure, List<String> sentences) {

  public boolean holds() {
    return failure.isEmpty();
  }
}
