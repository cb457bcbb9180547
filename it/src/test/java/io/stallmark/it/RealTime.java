package io.stallmark.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Claims how long something takes, which is only true of a machine that has its processors. The
 * host of a virtual machine gives them to others for seconds at a time; what fails while it did is
 * broken off, loudly, and neither passed nor failed. A machine that keeps its processors excuses
 * nothing.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RealTime.Watch.class)
public @interface RealTime {

  /** Watches the host from before the class, or else the method, that is annotated. */
  final class Watch
      implements BeforeAllCallback, BeforeEachCallback, TestExecutionExceptionHandler {

    /** As long as the shortest stall. */
    private static final long TAKEN_MILLIS = 200;

    private static final Namespace NAMESPACE = Namespace.create(Watch.class);

    @Override
    public void beforeAll(ExtensionContext context) {
      begin(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
      if (context.getStore(NAMESPACE).get(HostWatch.class) == null) {
        begin(context);
      }
    }

    private static void begin(ExtensionContext context) {
      context.getStore(NAMESPACE).put(HostWatch.class, new HostWatch());
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
        throws Throwable {
      HostWatch host = context.getStore(NAMESPACE).get(HostWatch.class, HostWatch.class);
      long taken = host.longestMillis();
      if (taken < TAKEN_MILLIS) {
        throw failure;
      }
      throw new TestAbortedException(
          "this machine's host took a processor from it for %d ms while real time was judged, which then failed: %s"
              .formatted(taken, failure.toString().strip()),
          failure);
    }
  }
}
