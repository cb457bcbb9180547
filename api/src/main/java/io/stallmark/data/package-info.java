/** Seeded random generators that do not allocate between two draws. */
@NullMarked
package io.stallmark.data;

import org.jspecify.annotations.NullMarked;
