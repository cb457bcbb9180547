/** Files of mongod's traffic recorder, as records of a trace. */
@NullMarked
package io.stallmark.mongo.recording;

import org.jspecify.annotations.NullMarked;
