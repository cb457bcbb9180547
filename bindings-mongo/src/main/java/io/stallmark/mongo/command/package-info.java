/** Compiles operations to BSON commands and reads rows from replies. Independent of connections. */
@NullMarked
package io.stallmark.mongo.command;

import org.jspecify.annotations.NullMarked;
