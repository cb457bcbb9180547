package io.stallmark.it;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** Waits that end at once when what is waited for has ended; see also {@link Program.Running}. */
public final class WhileRunning {

  private static final Duration POLL = Duration.ofMillis(20);

  private WhileRunning() {}

  /** Returns false if the program ends and the condition does not hold. */
  public static boolean untilOrEnd(Program.Running program, Callable<Boolean> condition) {
    return untilOrEnd(program.process()::isAlive, condition);
  }

  /** Returns false if the call ends and the condition does not hold. */
  public static boolean untilOrEnd(FutureTask<?> call, Callable<Boolean> condition) {
    return untilOrEnd(() -> !call.isDone(), condition);
  }

  /** Fails with the server's log if the server ends and the condition does not hold. */
  public static void until(Server server, Callable<Boolean> condition) {
    if (!untilOrEnd(server.container()::isRunning, condition)) {
      throw new AssertionError("the server ended: " + server.container().getLogs());
    }
  }

  private static boolean untilOrEnd(BooleanSupplier running, Callable<Boolean> condition) {
    boolean[] holds = new boolean[1];
    Awaitility.await()
        .forever()
        .pollInterval(POLL)
        .until(
            () -> {
              boolean ran = running.getAsBoolean(); // asked first: its last act counts
              holds[0] = condition.call();
              return holds[0] || !ran;
            });
    return holds[0];
  }
}
