/** Import of the user's files into tables of the user's, and export. */
@NullMarked
package io.stallmark.transfer.existing;

import org.jspecify.annotations.NullMarked;
