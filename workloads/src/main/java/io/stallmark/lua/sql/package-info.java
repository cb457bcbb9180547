/** The statements of a script: connections, results, errors, and their names in the results. */
@NullMarked
package io.stallmark.lua.sql;

import org.jspecify.annotations.NullMarked;
