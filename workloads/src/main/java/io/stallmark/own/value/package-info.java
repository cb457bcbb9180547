/** Sources of the values of own statements: how they are drawn. */
@NullMarked
package io.stallmark.own.value;

import org.jspecify.annotations.NullMarked;
