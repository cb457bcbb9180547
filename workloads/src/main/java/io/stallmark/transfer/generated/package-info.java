/** Directories of files with generated documents: written, and described by a manifest. */
@NullMarked
package io.stallmark.transfer.generated;

import org.jspecify.annotations.NullMarked;
