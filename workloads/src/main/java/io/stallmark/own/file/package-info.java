/** Reads own statements from a file or from options. */
@NullMarked
package io.stallmark.own.file;

import org.jspecify.annotations.NullMarked;
