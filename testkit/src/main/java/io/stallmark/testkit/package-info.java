/**
 * Contract tests for bindings, golden files of the statements that they send, and sessions that
 * record or ignore the statements of a workload.
 */
@NullMarked
package io.stallmark.testkit;

import org.jspecify.annotations.NullMarked;
