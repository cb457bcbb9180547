@NullMarked
package io.stallmark.jdbc;

import org.jspecify.annotations.NullMarked;
