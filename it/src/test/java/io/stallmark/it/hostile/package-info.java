/**
 * Wrong use, kills, hangs, signals, damaged files and rows: the table behind docs/reliability.md.
 */
@NullMarked
package io.stallmark.it.hostile;

import org.jspecify.annotations.NullMarked;
