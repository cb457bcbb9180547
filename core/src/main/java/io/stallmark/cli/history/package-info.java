/** The command that lists runs and shows how a figure went. */
@NullMarked
package io.stallmark.cli.history;

import org.jspecify.annotations.NullMarked;
