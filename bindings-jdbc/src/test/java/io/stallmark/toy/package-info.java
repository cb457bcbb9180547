/** A complete binding in one class; docs/adding-a-binding.md explains it. */
package io.stallmark.toy;
