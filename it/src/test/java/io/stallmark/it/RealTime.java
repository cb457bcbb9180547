package io.stallmark.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Real time or the figures of the machine are the subject. Such a test runs when no other does (see
 * {@code it/pom.xml}), and only on a machine that is fit: else it is skipped, with the figure that
 * says why. One that fails while the machine was not fit is broken off and counts as skipped too;
 * on a fit machine, a failure is one. What is fit, {@link Fitness} says.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag("alone")
@ExtendWith(RealTime.Watch.class)
public @interface RealTime {

  /** Watches the machine from before the class, or else the method, that is annotated. */
  final class Watch
      implements ExecutionCondition,
          TestExecutionExceptionHandler,
          LifecycleMethodExecutionExceptionHandler {

    private static final Namespace NAMESPACE = Namespace.create(Watch.class);
    private static final String SINCE = "since";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      MachineWatch machine = MachineWatch.get();
      var store = context.getStore(NAMESPACE);
      try {
        Optional<String> unfit = machine.unfit();
        if (store.get(SINCE) == null) {
          store.put(SINCE, machine.now());
        }
        return unfit
            .map(why -> ConditionEvaluationResult.disabled("not fit to judge real time: " + why))
            .orElseGet(() -> ConditionEvaluationResult.enabled("the machine is fit"));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
        throws Throwable {
      if (failure instanceof TestAbortedException) {
        throw failure;
      }
      int since = context.getStore(NAMESPACE).get(SINCE, Integer.class);
      String unfit = MachineWatch.get().unfitSince(since).orElseThrow(() -> failure);
      throw new TestAbortedException(
          String.format(
              Locale.ROOT,
              "not fit to judge real time: %s, and the test failed: %s",
              unfit,
              failure.toString().strip()),
          failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure)
        throws Throwable {
      handleTestExecutionException(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(
        ExtensionContext context, Throwable failure) throws Throwable {
      handleTestExecutionException(context, failure);
    }
  }
}
