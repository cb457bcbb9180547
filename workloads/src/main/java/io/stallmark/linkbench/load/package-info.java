/** Fills the tables of the social graph, from several sessions, and goes on where a load ended. */
@NullMarked
package io.stallmark.linkbench.load;

import org.jspecify.annotations.NullMarked;
