/** The MySQL family: MySQL, MariaDB and Percona Server over either family's JDBC driver. */
@NullMarked
package io.stallmark.mysql;

import org.jspecify.annotations.NullMarked;
