/** Complete bindings in one class each; docs/adding-a-binding.md explains them. */
package io.stallmark.toy;
