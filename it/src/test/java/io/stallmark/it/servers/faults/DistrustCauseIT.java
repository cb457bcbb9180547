package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.RealTime;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * One disturbance at a time, made for real, and the cause that the run names. Not made here: a
 * network's delay, which needs a module of the kernel, a small heap, and a full swap.
 */
@RealTime
@Thorough
@Docker
@EnabledOnOs(OS.LINUX)
final class DistrustCauseIT {

  private static final int RUNS = 10;
  private static final int MOST_ATTEMPTS = 15;
  private static final Path QUOTA = Path.of("/sys/fs/cgroup/cpu/stallmark-test");

  /** Use of the processors by others than the test, from which a run proves nothing. */
  private static final double BUSY_PERCENT = 20;

  /** What is done to a run after its first interval. */
  private enum Disturbance {
    NOTHING("none", "none"),
    COMPUTING_PROCESSES("other_cpu", "none"),
    GARBAGE_OF_ANOTHER_JVM("other_cpu", "none"),
    QUOTA("quota", "none"),
    STOPPED_CLIENT("held", "none"),
    STOPPED_SERVER("none", "server");

    /** The cause in run.json, and who is to blame for the stall. */
    private final String cause;

    private final String blame;

    Disturbance(String cause, String blame) {
      this.cause = cause;
      this.blame = blame;
    }

    private boolean computes() {
      return cause.equals("other_cpu");
    }
  }

  private final List<Process> started = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  void cause_isNamedInNineOfTenRuns(Disturbance disturbance, @TempDir Path directory)
      throws Exception {
    Server server = SharedServer.MYSQL.emptied();
    server = server.at(server.ownUrl()); // Docker's proxy would be another process that computes
    List<String> named = new ArrayList<>();
    for (int i = 0; i < MOST_ATTEMPTS && named.size() < RUNS; i++) {
      Path own = Files.createDirectory(directory.resolve("" + i));
      JsonNode run = disturbed(disturbance, server, own);
      double others = run.at("/trust/worst/otherCpuPercent").asDouble();
      if (disturbance.computes() || others < BUSY_PERCENT) {
        String blame = run.at("/stalls/0/blame").asString("none");
        boolean stalls = !disturbance.blame.equals("none");
        named.add(run.at("/trust/cause").asString("none") + (stalls ? " " + blame : ""));
      }
    }
    Assumptions.assumeTrue(named.size() == RUNS, "others used the processors of this machine");
    String expected =
        disturbance.cause + (disturbance.blame.equals("none") ? "" : " " + disturbance.blame);
    assertThat(named.stream().filter(expected::equals).count())
        .as("%s: %s", expected, named)
        .isGreaterThanOrEqualTo(9);
  }

  private JsonNode disturbed(Disturbance disturbance, Server server, Path directory)
      throws Exception {
    Program program =
        new Program(directory, Map.of("STALLMARK_PASSWORD", server.password())).asUsersHaveIt();
    Program.Running running =
        program.start(
            Program.words(
                "run sysbench --threads 4 --warmup 3 --seconds 8 -p mix=point_select -p"
                    + " tables=1 -p rows=1000",
                "--url",
                server.url()));
    try {
      if (disturbance == Disturbance.QUOTA) {
        limit(running.process());
      }
      running.until(() -> !program.intervals("generator_bound").isEmpty());
      disturb(disturbance, server, running.process());
      assertThat(Program.finish(running).exit()).isZero();
      return program.runJson();
    } finally {
      started.forEach(Process::destroyForcibly);
      running.process().destroyForcibly();
    }
  }

  private void disturb(Disturbance disturbance, Server server, Process client) throws Exception {
    switch (disturbance) {
      case NOTHING -> {}
      case COMPUTING_PROCESSES -> compute();
      case GARBAGE_OF_ANOTHER_JVM -> {
        for (int i = 0; i < 3; i++) {
          started.add(
              start(
                  Program.JAVA,
                  "-Xmx96m",
                  "-XX:+UseParallelGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  GarbageMaker.class.getName()));
        }
      }
      case QUOTA -> Files.writeString(QUOTA.resolve("cpu.cfs_quota_us"), "20000");
      case STOPPED_CLIENT -> {
        TimeUnit.SECONDS.sleep(2);
        signal("-STOP", client);
        TimeUnit.SECONDS.sleep(2);
        signal("-CONT", client);
      }
      case STOPPED_SERVER -> pause(server);
    }
  }

  private void compute() throws IOException {
    for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors(); i++) {
      started.add(start("sh", "-c", "ulimit -t 60; while :; do :; done"));
    }
  }

  /** Puts the program into a group that has no quota yet. */
  private static void limit(Process client) throws IOException {
    Assumptions.assumeTrue(Files.isWritable(QUOTA.getParent()), "needs control groups, version 1");
    if (Files.notExists(QUOTA)) {
      Files.createDirectory(QUOTA);
    }
    Files.writeString(QUOTA.resolve("cpu.cfs_period_us"), "100000");
    Files.writeString(QUOTA.resolve("cpu.cfs_quota_us"), "-1");
    Files.writeString(QUOTA.resolve("cgroup.procs"), Long.toString(client.pid()));
  }

  private static void pause(Server server) throws InterruptedException {
    DockerClient docker = server.container().getDockerClient();
    TimeUnit.SECONDS.sleep(3); // until stalls are judged
    docker.pauseContainerCmd(server.container().getContainerId()).exec();
    TimeUnit.MILLISECONDS.sleep(1200);
    docker.unpauseContainerCmd(server.container().getContainerId()).exec();
  }

  private static void signal(String name, Process process) throws Exception {
    start("kill", name, Long.toString(process.pid())).waitFor();
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
