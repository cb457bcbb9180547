/**
 * Replay of a trace: reader, order between sessions, comparison of the replies. Knows no protocol:
 * bindings send the operations.
 */
@NullMarked
package io.stallmark.replay;

import org.jspecify.annotations.NullMarked;
