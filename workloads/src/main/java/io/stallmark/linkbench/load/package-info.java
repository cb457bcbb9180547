/** Loads the tables of the social graph from several sessions and resumes interrupted loads. */
@NullMarked
package io.stallmark.linkbench.load;

import org.jspecify.annotations.NullMarked;
