/** What a server counted while something happened to it. */
@NullMarked
package io.stallmark.analysis.counters;

import org.jspecify.annotations.NullMarked;
