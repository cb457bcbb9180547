/** Text and files of the user: formatting, causes of failures. */
@NullMarked
package io.stallmark.text;

import org.jspecify.annotations.NullMarked;
