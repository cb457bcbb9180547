/** Formatting of text. */
@NullMarked
package io.stallmark.text;

import org.jspecify.annotations.NullMarked;
