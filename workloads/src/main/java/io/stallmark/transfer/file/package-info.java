/** Files with documents: found, read in batches, and written. */
@NullMarked
package io.stallmark.transfer.file;

import org.jspecify.annotations.NullMarked;
