/** Directories of files with documents: written, described by a manifest, and read in batches. */
@NullMarked
package io.stallmark.transfer.file;

import org.jspecify.annotations.NullMarked;
