/** Verifies that counts and links agree. The memory in use does not grow with the tables. */
@NullMarked
package io.stallmark.linkbench.verify;

import org.jspecify.annotations.NullMarked;
