/** How the user's wish to end reaches what is under way. */
@NullMarked
package io.stallmark.cli.signal;

import org.jspecify.annotations.NullMarked;
