package io.stallmark.cluster;

import io.stallmark.cluster.bus.ClusterAddress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Agents as processes of this machine, with the Java and the options of this process. */
final class LocalAgents implements AutoCloseable {

  private static final long FAREWELL_SECONDS = 5;

  private final List<Process> processes = new ArrayList<>();
  private final Thread atExit = new Thread(this::destroy, "end-agents");

  private LocalAgents() {}

  static LocalAgents start(int count, ClusterAddress coordinator) throws IOException {
    LocalAgents agents = new LocalAgents();
    Runtime.getRuntime().addShutdownHook(agents.atExit);
    for (int i = 0; i < count; i++) {
      ProcessBuilder builder = new ProcessBuilder(command(coordinator, i));
      builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      agents.processes.add(builder.start());
    }
    return agents;
  }

  /** Ctrl-C in a terminal is for the coordinator, which ends the agents itself. */
  private static List<String> command(ClusterAddress coordinator, int number) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        options(
            ManagementFactory.getRuntimeMXBean().getInputArguments(),
            List.of(ProcessHandle.current().info().arguments().orElse(new String[0]))));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            "io.stallmark.cli.Main",
            "agent",
            "--join",
            coordinator.toString(),
            "--name",
            "local-" + number,
            "--once"));
    return command;
  }

  /**
   * Returns the options of Java for an agent. A property of JAVA_TOOL_OPTIONS, which may be a
   * password, is not among them: the agent inherits the variable, and a command line is visible.
   *
   * @param all options of this process
   * @param commandLine arguments on its command line
   */
  static List<String> options(List<String> all, List<String> commandLine) {
    return all.stream()
        .filter(
            option ->
                option.startsWith("-X")
                    || option.startsWith("--")
                    || (option.startsWith("-D") && commandLine.contains(option)))
        .filter(option -> !option.startsWith("-Dcom.sun.management.")) // ports of one process
        .filter(option -> !option.startsWith("-Dstallmark.terminals=")) // an agent has none
        .toList();
  }

  /** Whether a process has ended. One that has not joined then could not start. */
  boolean isAnyEnded() {
    return processes.stream().anyMatch(process -> !process.isAlive());
  }

  private void destroy() {
    processes.forEach(Process::destroyForcibly);
  }

  /** Waits until the agents have ended, which the coordinator has told them to. */
  @Override
  public void close() {
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FAREWELL_SECONDS);
      for (Process process : processes) {
        process.waitFor(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      destroy();
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }
}
