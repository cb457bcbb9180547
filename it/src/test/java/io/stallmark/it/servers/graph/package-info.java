/** LinkBench on real servers, also while they are killed. */
package io.stallmark.it.servers.graph;
