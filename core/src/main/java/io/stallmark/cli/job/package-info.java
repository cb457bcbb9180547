/**
 * What the commands share: the context of a call, common options, credentials and error messages.
 */
@NullMarked
package io.stallmark.cli.job;

import org.jspecify.annotations.NullMarked;
