/**
 * The workload {@code lua}: scripts that are written for sysbench, of its API of the versions 1.0
 * and 0.5.
 */
@NullMarked
package io.stallmark.lua;

import org.jspecify.annotations.NullMarked;
