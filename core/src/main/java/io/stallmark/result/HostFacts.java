package io.stallmark.result;

/**
 * Machine that the clients ran on.
 *
 * @param memoryBytes physical memory of the machine; 0: unknown
 * @param heapBytes maximum size of the Java heap
 */
public record HostFacts(
    String cpu,
    int physicalCores,
    int logicalCores,
    long memoryBytes,
    long heapBytes,
    String operatingSystem,
    String architecture) {}
