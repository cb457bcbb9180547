/**
 * The workload {@code tpcc}, derived from TPC-C 5.11. Its results cannot be compared with published
 * results of TPC-C. Clauses of the standard are cited by their numbers.
 */
@NullMarked
package io.stallmark.tpcc;

import org.jspecify.annotations.NullMarked;
