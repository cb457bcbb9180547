/** Replay of recorded commands through the driver. */
@NullMarked
package io.stallmark.mongo.replay;

import org.jspecify.annotations.NullMarked;
