/**
 * Tests that any binding can prove itself by, golden files of what it sends, and sessions that
 * record or ignore what a workload sends.
 */
@NullMarked
package io.stallmark.testkit;

import org.jspecify.annotations.NullMarked;
