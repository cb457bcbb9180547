package io.stallmark.it;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;

/** What a test needs of the machine; where skips are not allowed, as in CI, a lack is a failure. */
public final class Required {

  private static final boolean NO_SKIPS =
      Boolean.parseBoolean(System.getenv("STALLMARK_REQUIRE_CONTAINERS"));

  private Required() {}

  /**
   * Whether to run the test.
   *
   * @param how what is missing, and how to get it
   */
  public static ConditionEvaluationResult unless(boolean there, String how) {
    if (there) {
      return ConditionEvaluationResult.enabled("it is there");
    }
    if (NO_SKIPS) {
      throw new IllegalStateException("A skip is a failure here: " + how);
    }
    return ConditionEvaluationResult.disabled(how);
  }
}
