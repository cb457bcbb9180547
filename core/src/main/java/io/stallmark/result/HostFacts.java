package io.stallmark.result;

/**
 * The machine that the clients ran on.
 *
 * @param memoryBytes memory of the machine
 * @param heapBytes most memory that the Java heap may use
 */
public record HostFacts(
    String cpu,
    int physicalCores,
    int logicalCores,
    long memoryBytes,
    long heapBytes,
    String operatingSystem,
    String architecture) {}
