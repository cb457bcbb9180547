/** Replays of recorded sessions on MySQL and MariaDB, by a client of the bare protocol. */
@NullMarked
package io.stallmark.mysql.replay;

import org.jspecify.annotations.NullMarked;
