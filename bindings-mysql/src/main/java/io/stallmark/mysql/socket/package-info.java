/** Sockets for JDBC drivers, over channels: fewer system calls, and Unix sockets for both. */
@NullMarked
package io.stallmark.mysql.socket;

import org.jspecify.annotations.NullMarked;
