/**
 * Properties of both JDBC drivers, and sockets for them based on NIO channels: fewer system calls,
 * and Unix sockets.
 */
@NullMarked
package io.stallmark.mysql.connect;

import org.jspecify.annotations.NullMarked;
