/** The import of files into a table, and the export of a table into files. */
@NullMarked
package io.stallmark.transfer.pipeline;

import org.jspecify.annotations.NullMarked;
