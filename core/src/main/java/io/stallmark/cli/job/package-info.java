/** What the commands share: the context of a call, common options and credentials. */
@NullMarked
package io.stallmark.cli.job;

import org.jspecify.annotations.NullMarked;
