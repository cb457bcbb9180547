@NullMarked
package io.stallmark.lua;

import org.jspecify.annotations.NullMarked;
