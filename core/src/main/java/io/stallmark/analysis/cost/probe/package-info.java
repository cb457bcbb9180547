/** Probes of a server's cost outside the server: its process, container, disk and machine. */
@NullMarked
package io.stallmark.analysis.cost.probe;

import org.jspecify.annotations.NullMarked;
