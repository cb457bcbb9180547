/** What the commands share: the program, their options, and a database that is open. */
@NullMarked
package io.stallmark.cli.job;

import org.jspecify.annotations.NullMarked;
