/**
 * {@code stallmark run}: one run, repeated ones, a search for a rate, and a look at what would be
 * done.
 */
@NullMarked
package io.stallmark.cli.run;

import org.jspecify.annotations.NullMarked;
