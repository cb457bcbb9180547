/**
 * Shared parts of the workloads' verifications: reads rows in key order, compares their keys with
 * the expected keys and collects findings.
 */
@NullMarked
package io.stallmark.verification;

import org.jspecify.annotations.NullMarked;
