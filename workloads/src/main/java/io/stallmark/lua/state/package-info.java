/** The interpreter of a script: language, libraries, options and the functions of sysbench. */
@NullMarked
package io.stallmark.lua.state;

import org.jspecify.annotations.NullMarked;
