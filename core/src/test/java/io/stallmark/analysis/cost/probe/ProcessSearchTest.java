package io.stallmark.analysis.cost.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/** Two processes of the same program, in a container as the files of the kernel describe it. */
@EnabledOnOs(OS.LINUX)
final class ProcessSearchTest {

  private static final String CONTAINER = "4bcf00d1e2a3";
  private static final List<String> PROGRAM = List.of("sleep");

  @TempDir private Path processes;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    // One right after the other: what starts within 3 s counts as started at the same time.
    started.add(new ProcessBuilder("sleep", "36000").start());
    started.add(new ProcessBuilder("sleep", "36000").start());
    describe(started.get(0), 7);
    describe(started.get(1), 23);
  }

  private void describe(Process process, int inner) throws IOException {
    Path directory = Files.createDirectory(processes.resolve("" + process.pid()));
    Files.writeString(directory.resolve("cgroup"), "0::/docker/" + CONTAINER + "99\n");
    Files.writeString(
        directory.resolve("status"),
        "Name:\tsleep\nNSpid:\t" + process.pid() + "\t" + inner + "\n");
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  private List<Long> find(String host, List<Long> pids) {
    ServerProcess said = new ServerProcess(host, pids, Duration.ZERO, PROGRAM, "");
    return new ProcessSearch(new SystemInfo().getOperatingSystem(), processes)
        .find(said).stream().map(OSProcess::getProcessID).map(Long::valueOf).toList();
  }

  @Test
  void serverInAContainer_isTheProcessWithItsIdThere_andNotTheFirst() {
    assertThat(find(CONTAINER, List.of(23L))).containsExactly(started.get(1).pid());
    assertThat(find(CONTAINER, List.of(7L))).containsExactly(started.get(0).pid());
  }

  @Test
  void serverInAContainer_thatReportsNoId_isNone_ifSeveralStartedAtTheSameTime()
      throws IOException {
    assertThat(find(CONTAINER, List.of())).isEmpty();
    Files.delete(processes.resolve(started.get(0).pid() + "/cgroup"));
    assertThat(find(CONTAINER, List.of())).containsExactly(started.get(1).pid());
  }

  @Test
  void serverOfAnotherContainer_isNotHere() {
    assertThat(find("999900d1e2a3", List.of(7L))).isEmpty();
  }
}
