/** What a server of the MySQL family says of itself: facts, counters, costs, sizes, its process. */
@NullMarked
package io.stallmark.mysql.status;

import org.jspecify.annotations.NullMarked;
