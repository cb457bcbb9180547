/** The immutable decision of what runs, and the registry of what could. */
@NullMarked
package io.stallmark.plan;

import org.jspecify.annotations.NullMarked;
