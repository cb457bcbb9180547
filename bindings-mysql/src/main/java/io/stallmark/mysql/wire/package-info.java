/**
 * Network protocol of MySQL and MariaDB, as recordings and replays need it: passes logins, reads
 * the packets of a session, and describes commands.
 */
@NullMarked
package io.stallmark.mysql.wire;

import org.jspecify.annotations.NullMarked;
