/** The vocabulary in which workloads declare their tables and operations. It imports nothing. */
@NullMarked
package io.stallmark.model;

import org.jspecify.annotations.NullMarked;
