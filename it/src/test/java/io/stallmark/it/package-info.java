/**
 * What the integration tests share: servers in containers, the program as a process, and what a
 * test needs of the machine.
 */
package io.stallmark.it;
