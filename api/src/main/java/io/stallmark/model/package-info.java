/**
 * Vocabulary in which workloads declare their tables and operations. It does not import other
 * packages.
 */
@NullMarked
package io.stallmark.model;

import org.jspecify.annotations.NullMarked;
