/** {@code embedded:mysql}: a MariaDB server that runs only while the program runs. */
@NullMarked
package io.stallmark.mysql.embedded;

import org.jspecify.annotations.NullMarked;
