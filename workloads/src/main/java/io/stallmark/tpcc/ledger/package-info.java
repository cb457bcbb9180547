/** What the clients of a run have committed, and the comparison of it with the tables. */
@NullMarked
package io.stallmark.tpcc.ledger;

import org.jspecify.annotations.NullMarked;
