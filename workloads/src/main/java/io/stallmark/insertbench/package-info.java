/**
 * The insert benchmark (iibench): inserts into an indexed table at a rate, deletes of the oldest
 * rows at the same rate, and queries as fast as they go. Source: iibench.py and iq.sh of
 * github.com/mdcallag/mytools, bench/ibench.
 */
@NullMarked
package io.stallmark.insertbench;

import org.jspecify.annotations.NullMarked;
