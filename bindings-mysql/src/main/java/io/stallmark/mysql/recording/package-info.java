/**
 * Logs that MySQL and MariaDB write, as recordings: reads their entries and makes records of traces
 * from them.
 */
@NullMarked
package io.stallmark.mysql.recording;

import org.jspecify.annotations.NullMarked;
