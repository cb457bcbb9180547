/** Recordings that MongoDB's servers and tools write to files, as records of a trace. */
@NullMarked
package io.stallmark.mongo.recording;

import org.jspecify.annotations.NullMarked;
