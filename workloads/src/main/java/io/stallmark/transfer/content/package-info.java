/** The documents of the workload {@code transfer}: their table, content, order and checksum. */
@NullMarked
package io.stallmark.transfer.content;

import org.jspecify.annotations.NullMarked;
