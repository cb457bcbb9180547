/**
 * MongoDB's network protocol, for recordings: its login, its messages, and texts of its commands.
 */
@NullMarked
package io.stallmark.mongo.wire;

import org.jspecify.annotations.NullMarked;
