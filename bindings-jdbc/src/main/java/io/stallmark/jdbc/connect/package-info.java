/** Connecting to a server over JDBC: URL, driver properties, certificates. Contains no driver. */
@NullMarked
package io.stallmark.jdbc.connect;

import org.jspecify.annotations.NullMarked;
