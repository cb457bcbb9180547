@NullMarked
package io.stallmark.mysql;

import org.jspecify.annotations.NullMarked;
