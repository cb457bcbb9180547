@NullMarked
package io.stallmark.mongo;

import org.jspecify.annotations.NullMarked;
