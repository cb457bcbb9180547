/** What of a script does not return: found, named and ended. */
@NullMarked
package io.stallmark.lua.watch;

import org.jspecify.annotations.NullMarked;
