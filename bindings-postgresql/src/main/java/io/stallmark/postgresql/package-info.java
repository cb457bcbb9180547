/**
 * The binding of PostgreSQL. {@link io.stallmark.postgresql.PostgreSqlDialect} has the texts and
 * errors, {@link io.stallmark.postgresql.ServerViews} what the server reports of itself.
 */
@NullMarked
package io.stallmark.postgresql;

import org.jspecify.annotations.NullMarked;
