package io.stallmark.tables;

import java.util.List;

/**
 * Result of a verification.
 *
 * @param failure a sentence that says why the verification failed; empty: it succeeded
 * @param sentences what was verified, or the errors found
 */
public record VerificationResult(String failure, List<String> sentences) {

  public boolean holds() {
    return failure.isEmpty();
  }
}
