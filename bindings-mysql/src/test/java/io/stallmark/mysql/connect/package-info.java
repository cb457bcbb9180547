@NullMarked
package io.stallmark.mysql.connect;

import org.jspecify.annotations.NullMarked;
