/** The commands, their configuration, and the class that ends the process. */
@NullMarked
package io.stallmark.cli;

import org.jspecify.annotations.NullMarked;
