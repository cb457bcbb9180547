/**
 * The MongoDB family: connecting, collections, sessions, and what a server is asked about itself.
 */
@NullMarked
package io.stallmark.mongo;

import org.jspecify.annotations.NullMarked;
