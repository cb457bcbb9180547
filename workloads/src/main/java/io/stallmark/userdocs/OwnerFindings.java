package io.stallmark.userdocs;

import io.stallmark.verification.RuleViolations;

/** Documents of an owner that differ from what must be there. For one thread. */
final class OwnerFindings implements OwnerComparison.Differences {

  private static final String GAP = "a gap: %d documents are missing, the first of lid %d";
  private static final String SURPLUS = "surplus: %d documents too many, the first of lid %d";
  private static final String WRONG = "%d documents with another content, the first of lid %d";

  final RuleViolations violations = new RuleViolations();

  @Override
  public void missing(long lid, long documents) {
    violations.add(GAP, documents, lid);
  }

  @Override
  public void surplus(long lid) {
    violations.add(SURPLUS, 1, lid);
  }

  @Override
  public void wrong(long lid) {
    violations.add(WRONG, 1, lid);
  }
}
