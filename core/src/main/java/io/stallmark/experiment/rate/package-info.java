/** The search for the highest arrival rate that keeps a latency limit. */
@NullMarked
package io.stallmark.experiment.rate;

import org.jspecify.annotations.NullMarked;
