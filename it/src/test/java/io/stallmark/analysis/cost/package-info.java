/** The cost of replayed runs. */
package io.stallmark.analysis.cost;
