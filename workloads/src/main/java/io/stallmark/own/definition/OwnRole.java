package io.stallmark.own.definition;

import java.util.List;

/** Group of clients that run the same transactions. */
public record OwnRole(String name, int threads, List<OwnTransaction> transactions) {

  public OwnRole {
    transactions = List.copyOf(transactions);
  }

  /** Names of the kinds of transaction; empty: there is only one, or each is one statement. */
  public List<String> kinds() {
    return transactions.size() == 1
            || transactions.stream().allMatch(OwnTransaction::isOneStatement)
        ? List.of()
        : transactions.stream().map(OwnTransaction::name).toList();
  }

  public boolean begins() {
    return transactions.stream().anyMatch(OwnTransaction::begins);
  }

  /** Mean number of inserted rows of a transaction, as far as the texts say. */
  public double inserted() {
    double weights = transactions.stream().mapToLong(OwnTransaction::weight).sum();
    return transactions.stream()
        .mapToDouble(
            each ->
                each.weight()
                    / weights
                    * each.steps().stream().filter(step -> step.statement().inserts()).count())
        .sum();
  }
}
