/** An experiment's directory: what is done already, and what it came to. */
@NullMarked
package io.stallmark.experiment.result;

import org.jspecify.annotations.NullMarked;
