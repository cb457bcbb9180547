/** Proves that counts and links agree, with memory that does not grow with them. */
@NullMarked
package io.stallmark.linkbench.verify;

import org.jspecify.annotations.NullMarked;
