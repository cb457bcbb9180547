/** Connects the driver according to a URL and options, and translates the driver's exceptions. */
@NullMarked
package io.stallmark.mongo.connect;

import org.jspecify.annotations.NullMarked;
