/** Servers that die, stall or cannot be reached, and a load generator without processors. */
package io.stallmark.it.servers.faults;
