/** Probes of a server's cost other than the server itself: its process, container, disk. */
@NullMarked
package io.stallmark.analysis.cost.probe;

import org.jspecify.annotations.NullMarked;
