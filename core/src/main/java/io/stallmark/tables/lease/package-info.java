/** The mark of an incomplete load, and which processes may work on the load. */
@NullMarked
package io.stallmark.tables.lease;

import org.jspecify.annotations.NullMarked;
