/** Interfaces that a workload implements, and the objects that it receives. */
@NullMarked
package io.stallmark.spi.workload;

import org.jspecify.annotations.NullMarked;
