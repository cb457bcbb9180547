/**
 * Model of a run, running or finished: the content of {@code run.json} as records, with one reader
 * and one writer. Component names are the names in the file. {@code docs/results.md} explains them;
 * {@code docs/schema/run.schema.json} lists the same names and types. A value that is absent from a
 * file is null, an empty collection or an empty text.
 */
@NullMarked
package io.stallmark.result;

import org.jspecify.annotations.NullMarked;
