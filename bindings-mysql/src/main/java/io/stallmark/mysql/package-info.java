/**
 * Binding for the MySQL family: MySQL, MariaDB and Percona Server, over Connector/J or MariaDB's
 * driver.
 */
@NullMarked
package io.stallmark.mysql;

import org.jspecify.annotations.NullMarked;
