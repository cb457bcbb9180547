/** Messages about wrong command lines, and words to complete unfinished ones. */
@NullMarked
package io.stallmark.cli.usage;

import org.jspecify.annotations.NullMarked;
