/** The commands {@code compare} and {@code history}. */
@NullMarked
package io.stallmark.cli.compare;

import org.jspecify.annotations.NullMarked;
