/**
 * SQL for any relational database: rendering operations to text and executing them over JDBC. What
 * differs between databases is in a {@link io.stallmark.jdbc.SqlDialect}; no database is named
 * here.
 */
@NullMarked
package io.stallmark.jdbc;

import org.jspecify.annotations.NullMarked;
