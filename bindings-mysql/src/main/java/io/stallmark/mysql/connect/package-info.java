/** How a server of the MySQL family is reached: its URL, its driver, its certificates. */
@NullMarked
package io.stallmark.mysql.connect;

import org.jspecify.annotations.NullMarked;
