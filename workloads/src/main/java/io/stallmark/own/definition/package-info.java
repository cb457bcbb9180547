/** Values, tables, transactions and checks that a user has written. */
@NullMarked
package io.stallmark.own.definition;

import org.jspecify.annotations.NullMarked;
