/** {@code stallmark run}: one run, repeated runs, a search for a rate, and a dry run. */
@NullMarked
package io.stallmark.cli.run;

import org.jspecify.annotations.NullMarked;
