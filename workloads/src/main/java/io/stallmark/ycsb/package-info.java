/**
 * YCSB's core workload (version 0.17): its records, its operations on them and its distributions of
 * requests.
 */
@NullMarked
package io.stallmark.ycsb;

import org.jspecify.annotations.NullMarked;
