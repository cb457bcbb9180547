/** Connecting to a server of the MySQL family: URL, driver, certificates. */
@NullMarked
package io.stallmark.mysql.connect;

import org.jspecify.annotations.NullMarked;
