/** The formats of files with documents: BSON, JSON lines and lines of tab-separated values. */
@NullMarked
package io.stallmark.transfer.format;

import org.jspecify.annotations.NullMarked;
