@NullMarked
package io.stallmark.mysql.socket;

import org.jspecify.annotations.NullMarked;
