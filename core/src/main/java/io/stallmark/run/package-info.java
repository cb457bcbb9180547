/**
 * One benchmark run as a value: {@link io.stallmark.run.RunSpec} specifies a run, {@link
 * io.stallmark.run.Benchmark} executes it, {@link io.stallmark.run.RunReport} describes its
 * outcome.
 */
@NullMarked
package io.stallmark.run;

import org.jspecify.annotations.NullMarked;
