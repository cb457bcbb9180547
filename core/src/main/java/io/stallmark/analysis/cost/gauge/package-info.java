/** What tells of a server's cost beside the server: its process, its container, its disk. */
@NullMarked
package io.stallmark.analysis.cost.gauge;

import org.jspecify.annotations.NullMarked;
