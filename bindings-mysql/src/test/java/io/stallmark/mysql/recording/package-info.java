@NullMarked
package io.stallmark.mysql.recording;

import org.jspecify.annotations.NullMarked;
