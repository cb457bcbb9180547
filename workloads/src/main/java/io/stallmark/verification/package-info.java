/**
 * What the workloads' verifications share: reading rows in key order, and comparing them with the
 * rows that are expected.
 */
@NullMarked
package io.stallmark.verification;

import org.jspecify.annotations.NullMarked;
