/** Entries of MongoDB's profiler, as records of a trace. */
@NullMarked
package io.stallmark.mongo.profile;

import org.jspecify.annotations.NullMarked;
