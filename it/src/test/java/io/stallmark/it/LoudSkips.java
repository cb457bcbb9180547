package io.stallmark.it;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Says at the end, where nobody overlooks it, what was skipped and why. */
public final class LoudSkips implements TestExecutionListener {

  private final Map<String, String> skipped = new TreeMap<>();

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    skipped.put(test.getDisplayName(), reason);
  }

  @Override
  public synchronized void testPlanExecutionFinished(TestPlan plan) {
    if (skipped.isEmpty()) {
      return;
    }
    System.out.println();
    System.out.println("******** SKIPPED, not passed: " + skipped.keySet());
    skipped.values().stream().distinct().forEach(reason -> System.out.println("  why: " + reason));
    System.out.println();
  }
}
