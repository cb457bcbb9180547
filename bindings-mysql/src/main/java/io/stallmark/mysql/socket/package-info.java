/** Sockets for both JDBC drivers, based on NIO channels: fewer system calls, and Unix sockets. */
@NullMarked
package io.stallmark.mysql.socket;

import org.jspecify.annotations.NullMarked;
