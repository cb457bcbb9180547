/** The command that compares runs. */
@NullMarked
package io.stallmark.cli.compare;

import org.jspecify.annotations.NullMarked;
