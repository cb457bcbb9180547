/** {@code embedded:mysql}: a MariaDB server that comes with the program and ends with it. */
@NullMarked
package io.stallmark.mysql.embedded;

import org.jspecify.annotations.NullMarked;
