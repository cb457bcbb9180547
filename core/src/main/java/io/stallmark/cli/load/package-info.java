/** How load is asked for: options and files. */
@NullMarked
package io.stallmark.cli.load;

import org.jspecify.annotations.NullMarked;
