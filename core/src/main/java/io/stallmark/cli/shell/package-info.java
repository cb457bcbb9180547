/** What a shell wants to know of the program. */
@NullMarked
package io.stallmark.cli.shell;

import org.jspecify.annotations.NullMarked;
