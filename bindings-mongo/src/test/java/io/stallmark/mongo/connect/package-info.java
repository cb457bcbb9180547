@NullMarked
package io.stallmark.mongo.connect;

import org.jspecify.annotations.NullMarked;
