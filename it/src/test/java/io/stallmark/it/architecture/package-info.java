/** Layers, budgets, names and language. */
package io.stallmark.it.architecture;
