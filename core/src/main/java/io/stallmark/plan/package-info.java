/**
 * Immutable plans of runs, readers of their notation, and the registry of workloads and bindings.
 */
@NullMarked
package io.stallmark.plan;

import org.jspecify.annotations.NullMarked;
