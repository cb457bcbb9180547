package io.stallmark.tables;

import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;

/**
 * Result of a verification.
 *
 * @param failure a sentence that says why the verification failed; empty: it succeeded
 * @param sentences what was verified, or the errors found
 */
public record VerificationResult(String failure, List<String> sentences) {

  /**
   * Creates the result of a verification with errors.
   *
   * @param found number of errors, including those that the list omits
   * @param findings the first errors, at least one
   * @param hint a further sentence for the user, or empty
   */
  static VerificationResult failed(long found, List<String> findings, String hint) {
    List<String> sentences = new ArrayList<>(findings);
    if (!hint.isEmpty()) {
      sentences.add(hint);
    }
    String number = found == 1 ? "" : Text.format(" with %,d findings", found);
    String listed =
        found > findings.size() ? Text.format(", of which %,d are listed", findings.size()) : "";
    return new VerificationResult(
        "Verification failed" + number + listed + ": " + findings.get(0), sentences);
  }

  public boolean holds() {
    return failure.isEmpty();
  }
}
