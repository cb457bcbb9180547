package io.stallmark.own.definition;

import java.util.List;

/**
 * Kind of transaction.
 *
 * @param weight its share among the transactions of the role
 * @param begins whether its steps are between begin and commit
 * @param drawn slots of the values that it draws, ascending
 */
public record OwnTransaction(
    String name, long weight, boolean begins, List<OwnStep> steps, List<Integer> drawn) {

  public OwnTransaction {
    steps = List.copyOf(steps);
    drawn = List.copyOf(drawn);
  }

  /** Whether it has the name of its only statement, so that the results need not list both. */
  boolean isOneStatement() {
    return steps.size() == 1 && steps.get(0).statement().op().name().equals(name);
  }
}
