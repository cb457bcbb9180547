/** Tables of figures: columns that are declared once, for files, terminal, Markdown and pages. */
@NullMarked
package io.stallmark.report.table;

import org.jspecify.annotations.NullMarked;
