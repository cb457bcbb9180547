/**
 * Binding for MongoDB and compatible servers: connections, collections, sessions, and facts that
 * the server reports.
 */
@NullMarked
package io.stallmark.mongo;

import org.jspecify.annotations.NullMarked;
