@NullMarked
package io.stallmark.mongo.command;

import org.jspecify.annotations.NullMarked;
