package io.stallmark.own.definition;

import java.util.List;

/**
 * Step of a transaction: a statement and what is done with its rows.
 *
 * @param slots slot among all values of each parameter
 * @param rows least number of rows; 0: any
 * @param kept slots of the values that its first row gives, in the order of the columns
 */
public record OwnStep(OwnStatement statement, List<Integer> slots, long rows, List<Integer> kept) {

  public OwnStep {
    slots = List.copyOf(slots);
    kept = List.copyOf(kept);
  }
}
