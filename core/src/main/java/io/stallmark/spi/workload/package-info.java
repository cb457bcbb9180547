/** What a workload implements, and what it is handed. */
@NullMarked
package io.stallmark.spi.workload;

import org.jspecify.annotations.NullMarked;
