/** From what the user wrote to checked values; every error is one line that says what to do. */
@NullMarked
package io.stallmark.spec;

import org.jspecify.annotations.NullMarked;
