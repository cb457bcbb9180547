package io.stallmark.tpcc.verify;

import io.stallmark.verification.RuleViolations;
import java.util.List;

/** Rows of a district, or of all warehouses, that break a rule. Not thread-safe. */
final class Rules {

  static final String MISSING_DISTRICT = "%,d rows of district are missing, for instance d_id=%d";
  static final String MISSING_ORDER =
      "Condition 2: %d orders below d_next_o_id are missing, for instance o_id=%d";
  static final String LATE_ORDER =
      "Condition 2: %d orders are not below d_next_o_id, for instance o_id=%d";
  static final String LAST_OPEN =
      "Condition 2: the greatest no_o_id is not d_next_o_id - 1 (%d time), but %d";
  static final String OPEN_GAPS =
      "Condition 3: new_order has gaps (%d time); its first row is no_o_id=%d";
  static final String LINES_OF_DISTRICT =
      "Condition 4: the sum of o_ol_cnt is not the number of order lines (%d time), d_id=%d";
  static final String BOTH =
      "Condition 5: %d orders with a carrier are in new_order, for instance o_id=%d";
  static final String NEITHER =
      "Condition 5: %d orders without a carrier are not in new_order, for instance o_id=%d";
  static final String OPEN_WITHOUT_ORDER =
      "Condition 5: %,d rows of new_order have no order, for instance no_o_id=%d";
  static final String LINES =
      "Condition 6: %d orders have not o_ol_cnt lines, for instance o_id=%d";
  static final String LINE_WITHOUT_ORDER =
      "Condition 6: %d order lines have no order, for instance ol_o_id=%d";
  static final String LINE_NUMBERS =
      "%d order lines are not numbered from 1, for instance ol_o_id=%d";
  static final String LINE_COUNT =
      "%d orders have fewer than 5 or more than 15 lines, for instance o_id=%d";
  static final String DELIVERY_DATE =
      "Condition 7: %d order lines have a delivery date, or none, unlike their orders, for instance"
          + " ol_o_id=%d";
  static final String DELIVERIES =
      "Condition 11: orders less new_order is not what load and deliveries have delivered (%d time),"
          + " d_id=%d";
  static final String BALANCE =
      "Condition 12: %d customers whose c_balance and c_ytd_payment are not the sum of the"
          + " delivered ol_amount, for instance c_id=%d";
  static final String DELIVERY_COUNT =
      "%d customers whose c_delivery_cnt is not the number of their deliveries, for instance"
          + " c_id=%d";
  static final String NO_CUSTOMER = "%d orders have no customer, for instance o_id=%d";
  static final String MISSING_CUSTOMER = "%d customers are missing, for instance c_id=%d";
  static final String OTHER_CUSTOMER = "%d customers are outside the scale, for instance c_id=%d";
  static final String NAME =
      "%d customers have another last name than their number gives, for instance c_id=%d";
  static final String LOADED_AMOUNT =
      "%d order lines that the load has delivered have an amount, for instance ol_o_id=%d";
  static final String PERMUTATION =
      "The loaded orders are not one of each customer (%d time), d_id=%d";

  private final String place;
  private final RuleViolations violations = new RuleViolations();

  Rules(long warehouse, long district) {
    place = " (w_id=" + warehouse + (district == 0 ? ")" : ", d_id=" + district + ")");
  }

  /** Adds rows; the last key of one is given. */
  void add(String rule, long count, long key) {
    violations.add(rule + place, count, key);
  }

  List<String> sentences() {
    return violations.sentences();
  }
}
