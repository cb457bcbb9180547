/**
 * The classes that a binding needs of YCSB's core before version 0.16, with the same names and
 * signatures: the registry lacks these versions.
 */
@NullUnmarked
package com.yahoo.ycsb;

import org.jspecify.annotations.NullUnmarked;
