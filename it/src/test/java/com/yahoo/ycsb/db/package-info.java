/** A binding of YCSB before version 0.16. */
@NullUnmarked
package com.yahoo.ycsb.db;

import org.jspecify.annotations.NullUnmarked;
