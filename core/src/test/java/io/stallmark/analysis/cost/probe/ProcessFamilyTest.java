package io.stallmark.analysis.cost.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.server.Usage.Resource;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server and the processes of its connections, as the kernel's files describe them. */
@EnabledOnOs(OS.LINUX)
final class ProcessFamilyTest {

  @TempDir private Path processes;

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectory(processes.resolve("self"));
  }

  private void process(long pid, String times, long read, long written) throws IOException {
    Path directory = Files.createDirectories(processes.resolve("" + pid));
    String ids = "S 1 1 1 0 -1 4194560 4865 31410 3 47 ";
    Files.writeString(
        directory.resolve("stat"), pid + " (a) name) " + ids + times + " 20 0 1 0 231262\n");
    Files.writeString(
        directory.resolve("io"),
        "rchar: 9\nread_bytes: " + read + "\nwrite_bytes: " + written + "\n");
  }

  private void children(String pids) throws IOException {
    Path thread = Files.createDirectories(processes.resolve("7/task/7"));
    Files.writeString(thread.resolve("children"), pids);
  }

  private Map<Resource, Long> read(ProcessFamily family) throws IOException {
    return family.read().counts();
  }

  private static Map<Resource, Long> usage(long ticks, long read, long written) {
    return Map.of(
        Resource.CPU_NANOS, ticks * ProcessFamily.TICK_NANOS,
        Resource.READ_BYTES, read,
        Resource.WRITTEN_BYTES, written);
  }

  @Test
  void aChildThatEnds_remainsCounted_byItsParent() throws IOException {
    process(7, "1 2 3 4", 10, 100);
    process(8, "20 0 0 0", 1, 2);
    process(9, "0 30 0 0", 3, 4);
    children("8 9 ");
    ProcessFamily family = new ProcessFamily(processes, List.of(7L));
    assertThat(family.members()).containsExactly(7L, 8L, 9L);
    assertThat(read(family)).isEqualTo(usage(60, 14, 106));
    assertThat(family.cpuNanos()).isEqualTo(60 * ProcessFamily.TICK_NANOS);
    process(7, "1 2 23 4", 11, 102);
    children("9 ");
    assertThat(read(family)).isEqualTo(usage(60, 14, 106));
  }

  @Test
  void aChildThatEndsDuringAReading_doesNotDecreaseTheSum() throws IOException {
    process(7, "1 0 0 0", 1, 1);
    process(8, "20 0 0 0", 1, 1);
    children("8 ");
    ProcessFamily family = new ProcessFamily(processes, List.of(7L));
    assertThat(read(family)).isEqualTo(usage(21, 2, 2));
    Files.delete(processes.resolve("8/stat"));
    assertThat(read(family)).isEqualTo(usage(21, 2, 2));
  }

  @Test
  void aServerThatHasEnded_isAnError() {
    assertThatThrownBy(() -> new ProcessFamily(processes, List.of(7L)).read())
        .isInstanceOf(IOException.class);
  }

  /** The kernel itself: a shell waits for a child that used the processor. */
  @Test
  void processorTimeOfAnEndedChild_isThatOfItsParent() throws Exception {
    String script = "i=0; (while [ $i -lt 200000 ]; do i=$((i+1)); done); echo ended; read line";
    Process shell = new ProcessBuilder("sh", "-c", script).start();
    try (BufferedReader output = shell.inputReader()) {
      ProcessFamily family = ProcessFamily.of(List.of(shell.pid()));
      assertThat(output.readLine()).isEqualTo("ended");
      assertThat(family.members()).containsExactly(shell.pid());
      assertThat(family.read().of(Resource.CPU_NANOS).orElseThrow())
          .isGreaterThanOrEqualTo(ProcessFamily.TICK_NANOS);
    } finally {
      shell.destroyForcibly();
    }
  }
}
