@NullMarked
package io.stallmark.mysql.replay;

import org.jspecify.annotations.NullMarked;
