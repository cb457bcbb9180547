/** Keys and fields of YCSB's records. */
@NullMarked
package io.stallmark.ycsb.data;

import org.jspecify.annotations.NullMarked;
