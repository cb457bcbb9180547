/** Handlers of the signals by which a user stops the command. */
@NullMarked
package io.stallmark.cli.signal;

import org.jspecify.annotations.NullMarked;
