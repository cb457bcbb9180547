/** The workload {@code own}: statements of the user's, from a file or from the command line. */
@NullMarked
package io.stallmark.own;

import org.jspecify.annotations.NullMarked;
