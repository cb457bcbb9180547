package io.stallmark.cluster.protocol;

/**
 * Introduces an agent.
 *
 * @param stallmark version of the program, which must be the coordinator's
 * @param processors number of processors that it may use
 * @param process where it runs
 */
public record Hello(String name, String stallmark, int processors, HostProcess process) {}
