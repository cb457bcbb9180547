package io.stallmark.run.document;

import io.stallmark.analysis.cost.probe.SystemFigures;
import io.stallmark.result.RunDocument.HostFacts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.HardwareAbstractionLayer;

/** Determines the facts about the machine that the clients run on. */
public final class HostScan {

  private HostScan() {}

  /**
   * Starts a scan on another thread. It takes about half a second, in parallel with a login or a
   * load.
   */
  public static Future<HostFacts> start() {
    CompletableFuture<HostFacts> host = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(host), "host-facts");
    thread.setDaemon(true);
    thread.start();
    return host;
  }

  private static void complete(CompletableFuture<HostFacts> host) {
    try {
      host.complete(now());
    } catch (RuntimeException | LinkageError e) { // no native library for this platform
      host.complete(unknown());
    }
  }

  private static HostFacts now() {
    SystemInfo system = SystemFigures.open();
    HardwareAbstractionLayer hardware = system.getHardware();
    CentralProcessor cpu = hardware.getProcessor();
    return new HostFacts(
        cpu.getProcessorIdentifier().getName(),
        cpu.getPhysicalProcessorCount(),
        cpu.getLogicalProcessorCount(),
        hardware.getMemory().getTotal(),
        Runtime.getRuntime().maxMemory(),
        system.getOperatingSystem().toString(),
        System.getProperty("os.arch", ""));
  }

  /** Returns the facts that Java itself reports. */
  public static HostFacts unknown() {
    return new HostFacts(
        "unknown",
        0,
        Runtime.getRuntime().availableProcessors(),
        0,
        Runtime.getRuntime().maxMemory(),
        System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""),
        System.getProperty("os.arch", ""));
  }
}
