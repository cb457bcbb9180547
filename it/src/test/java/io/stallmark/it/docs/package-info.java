/** The documentation against the program and the repository. */
package io.stallmark.it.docs;
