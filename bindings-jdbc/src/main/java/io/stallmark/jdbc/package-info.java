/**
 * Rendering of operations to SQL and their execution over JDBC, for any relational database. The
 * differences between databases are in {@link io.stallmark.jdbc.SqlDialect}. No class here depends
 * on a specific database.
 */
@NullMarked
package io.stallmark.jdbc;

import org.jspecify.annotations.NullMarked;
