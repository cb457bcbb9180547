/**
 * Converts user input to checked values. Every error is one line that tells the user what to do.
 */
@NullMarked
package io.stallmark.spec;

import org.jspecify.annotations.NullMarked;
