package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals as the operating system sends them, to a process of their own. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals")
final class SignalsTest {

  private static final int TOLD = 7;

  /** The bit of signal 1. */
  private static final long HUP = 1;

  /** Waits for a signal, and ends with a code that no signal has by itself. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws InterruptedException {
      CountDownLatch told = new CountDownLatch(1);
      SignalHandlers.install(told::countDown);
      System.out.println("ready");
      told.await();
      System.exit(TOLD);
    }
  }

  /** Starts the child by way of a shell, which it replaces. */
  private static Process child(String before) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process child =
        new ProcessBuilder(
                "sh",
                "-c",
                before + " exec \"$0\" -Xshare:auto -cp \"$1\" \"$2\"",
                java,
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out = child.inputReader();
    assertThat(out.readLine()).isEqualTo("ready");
    return child;
  }

  private static void send(String signal, Process child) throws IOException, InterruptedException {
    List<String> kill = List.of("sh", "-c", "kill -" + signal + " " + child.pid());
    assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
  }

  /**
   * A build that a script started in the background ignores INT, and so does all that it starts.
   */
  private static boolean reachesUs(String signal) throws IOException, InterruptedException {
    String trap = "trap 'exit 3' " + signal + "; kill -" + signal + " $$; exit 0";
    return new ProcessBuilder("sh", "-c", trap).start().waitFor() == 3;
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void aWishToEnd_reachesTheAction(String signal) throws Exception {
    assumeTrue(reachesUs(signal), () -> "whoever started this build ignores " + signal);
    Process child = child("");
    try {
      send(signal, child);
      assertThat(child.waitFor()).isEqualTo(TOLD);
    } finally {
      child.destroyForcibly();
    }
  }

  /** Set of signals in the status of a process. */
  private static long mask(String name, Path status) throws IOException {
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseUnsignedLong(line.replaceAll(".*\\s", ""), 16))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void underNohup_aLostTerminalIsNoWishToEnd() throws Exception {
    Process child = child("trap '' HUP;");
    try {
      Path status = Path.of("/proc", Long.toString(child.pid()), "status");
      if (Files.exists(status)) { // the kernel drops what is ignored
        assertThat(mask("SigIgn", status) & HUP).isEqualTo(HUP);
      }
      send("HUP", child);
      send("TERM", child);
      assertThat(child.waitFor()).isEqualTo(TOLD);
    } finally {
      child.destroyForcibly();
    }
  }
}
