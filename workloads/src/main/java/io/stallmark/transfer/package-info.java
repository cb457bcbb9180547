/** The workload {@code transfer}: import and export of a table through files. */
@NullMarked
package io.stallmark.transfer;

import org.jspecify.annotations.NullMarked;
