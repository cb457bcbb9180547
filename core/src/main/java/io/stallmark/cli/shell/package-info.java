/** Completion of commands and options in a shell. */
@NullMarked
package io.stallmark.cli.shell;

import org.jspecify.annotations.NullMarked;
