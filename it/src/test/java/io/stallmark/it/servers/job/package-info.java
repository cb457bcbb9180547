/** The main job and the other commands on real servers, from the runnable jars. */
package io.stallmark.it.servers.job;
