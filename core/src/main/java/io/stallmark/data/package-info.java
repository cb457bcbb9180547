/** Seeded generators that allocate nothing between two draws. */
@NullMarked
package io.stallmark.data;

import org.jspecify.annotations.NullMarked;
