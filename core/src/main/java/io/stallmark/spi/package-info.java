/** What a database binding and a workload implement, and what they are handed. */
@NullMarked
package io.stallmark.spi;

import org.jspecify.annotations.NullMarked;
