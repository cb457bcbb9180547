/** YCSB's distributions of requests over the records. */
@NullMarked
package io.stallmark.ycsb.request;

import org.jspecify.annotations.NullMarked;
