@NullMarked
package io.stallmark.mysql.wire;

import org.jspecify.annotations.NullMarked;
