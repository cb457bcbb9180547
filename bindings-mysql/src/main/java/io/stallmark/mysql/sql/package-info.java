/** Texts of SQL statements, as far as recordings and replays look into them. */
@NullMarked
package io.stallmark.mysql.sql;

import org.jspecify.annotations.NullMarked;
