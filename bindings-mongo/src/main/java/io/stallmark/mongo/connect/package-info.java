/** From a URL and flags to a connected driver, and from the driver's exceptions to ours. */
@NullMarked
package io.stallmark.mongo.connect;

import org.jspecify.annotations.NullMarked;
