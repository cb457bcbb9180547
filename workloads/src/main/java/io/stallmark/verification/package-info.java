/**
 * Shared parts of the workloads' loads and verifications: inserts numbered rows, reads rows in key
 * order, compares their keys with the expected keys and collects findings.
 */
@NullMarked
package io.stallmark.verification;

import org.jspecify.annotations.NullMarked;
