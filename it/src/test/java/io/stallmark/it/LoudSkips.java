package io.stallmark.it;

import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Says at the end, where nobody overlooks it, what was skipped or broken off and why. That is the
 * end of a JVM's session: one of two that test side by side has a plan for each class.
 */
public final class LoudSkips implements LauncherSessionListener, TestExecutionListener {

  private final Map<String, String> skipped = new TreeMap<>();
  private final PrintStream out;

  public LoudSkips() {
    this(System.out);
  }

  LoudSkips(PrintStream out) {
    this.out = out;
  }

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    session.getLauncher().registerTestExecutionListeners(this);
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    skipped.put(name(test), reason);
  }

  /** An assumption that does not hold ends a test here and not as skipped. */
  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() == Status.ABORTED) {
      skipped.put(name(test), result.getThrowable().map(Throwable::getMessage).orElse("unsaid"));
    }
  }

  /** With its class: the subclasses of a contract have tests of the same names. */
  private static String name(TestIdentifier test) {
    return test.getSource()
        .filter(MethodSource.class::isInstance)
        .map(source -> ((MethodSource) source).getJavaClass().getSimpleName() + ".")
        .orElse("")
        .concat(test.getDisplayName());
  }

  @Override
  public synchronized void launcherSessionClosed(LauncherSession session) {
    if (skipped.isEmpty()) {
      return;
    }
    out.println();
    out.println("******** SKIPPED, not passed: " + skipped.keySet());
    skipped.values().stream().distinct().forEach(reason -> out.println("  why: " + reason));
    out.println();
  }
}
