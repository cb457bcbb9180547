/** Resource use of real servers, and the metrics of a run in Prometheus. */
package io.stallmark.it.servers.cost;
