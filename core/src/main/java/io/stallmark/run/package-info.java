/**
 * One benchmark run as a value: {@link io.stallmark.run.RunSpec} says what to run, {@link
 * io.stallmark.run.Benchmark} runs it, {@link io.stallmark.run.RunReport} says how it ended.
 */
@NullMarked
package io.stallmark.run;

import org.jspecify.annotations.NullMarked;
