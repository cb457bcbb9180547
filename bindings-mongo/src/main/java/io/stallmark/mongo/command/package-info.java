/** From operations to BSON bytes and from the server's reply back to rows; knows no connection. */
@NullMarked
package io.stallmark.mongo.command;

import org.jspecify.annotations.NullMarked;
