/** The commands that read and copy traces. */
@NullMarked
package io.stallmark.cli.trace;

import org.jspecify.annotations.NullMarked;
