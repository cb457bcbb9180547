/** The command {@code stallmark own}. */
@NullMarked
package io.stallmark.cli.own;

import org.jspecify.annotations.NullMarked;
