package io.stallmark.report;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;

/**
 * The machine the clients ran on.
 *
 * @param memoryBytes the machine's
 * @param heapBytes the most that this JVM may use
 */
public record Host(
    String cpu,
    int physicalCores,
    int logicalCores,
    long memoryBytes,
    long heapBytes,
    String operatingSystem,
    String architecture) {

  /** Looks in the background: it takes about half a second, which a load or a connection hides. */
  public static Future<Host> look() {
    CompletableFuture<Host> host = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(host), "host-facts");
    thread.setDaemon(true);
    thread.start();
    return host;
  }

  private static void complete(CompletableFuture<Host> host) {
    try {
      host.complete(now());
    } catch (RuntimeException | LinkageError e) { // no native library for this platform
      host.complete(unknown());
    }
  }

  private static Host now() {
    SystemInfo system = new SystemInfo();
    HardwareAbstractionLayer hardware = system.getHardware();
    CentralProcessor cpu = hardware.getProcessor();
    return new Host(
        cpu.getProcessorIdentifier().getName(),
        cpu.getPhysicalProcessorCount(),
        cpu.getLogicalProcessorCount(),
        hardware.getMemory().getTotal(),
        Runtime.getRuntime().maxMemory(),
        system.getOperatingSystem().toString(),
        System.getProperty("os.arch", ""));
  }

  /** What Java itself knows. */
  public static Host unknown() {
    return new Host(
        "unknown",
        0,
        Runtime.getRuntime().availableProcessors(),
        0,
        Runtime.getRuntime().maxMemory(),
        System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""),
        System.getProperty("os.arch", ""));
  }
}
