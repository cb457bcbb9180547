@org.jspecify.annotations.NullMarked
package io.stallmark.own;
