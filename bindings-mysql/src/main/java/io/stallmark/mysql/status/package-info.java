/**
 * Status of a server of the MySQL family: facts, counters, resource usage, table sizes, process.
 */
@NullMarked
package io.stallmark.mysql.status;

import org.jspecify.annotations.NullMarked;
