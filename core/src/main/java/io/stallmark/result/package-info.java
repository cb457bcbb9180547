/**
 * The model of a run, finished or still going on: the content of {@code run.json} as records, with
 * one reader and one writer. Component names are the names in the file; {@code docs/results.md}
 * says what they mean, and {@code docs/schema/run.schema.json} has the same names and types. What
 * is absent from a file is null, an empty collection or an empty text.
 */
@NullMarked
package io.stallmark.result;

import org.jspecify.annotations.NullMarked;
