@NullMarked
package io.stallmark.mysql.sql;

import org.jspecify.annotations.NullMarked;
