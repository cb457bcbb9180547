/** Complete bindings in one class each, examples of docs/adding-a-binding.md. */
package io.stallmark.toy;
