/** The description of a run for its observers, and the document that it ends with. */
@NullMarked
package io.stallmark.run.document;

import org.jspecify.annotations.NullMarked;
