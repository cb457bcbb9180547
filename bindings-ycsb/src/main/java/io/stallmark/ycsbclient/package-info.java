/**
 * Bindings of YCSB ("clients"), used as databases of Stallmark. {@link
 * io.stallmark.ycsbclient.ClientLibrary} loads and calls them, {@link
 * io.stallmark.ycsbclient.RecordCall} translates operations into calls.
 */
@NullMarked
package io.stallmark.ycsbclient;

import org.jspecify.annotations.NullMarked;
