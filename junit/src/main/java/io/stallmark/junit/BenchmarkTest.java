package io.stallmark.junit;

import io.stallmark.analysis.compare.Comparison;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Test method that measures a database. Its parameter is a {@link BenchmarkRun}. No two of them run
 * at the same time.
 */
@Test
@ExtendWith(BenchmarkExtension.class)
@ResourceLock("io.stallmark.junit")
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface BenchmarkTest {

  /** Returns what runs: YAML with the keys of {@code docs/run.yaml}, without the URL. */
  String value();

  /** Returns the number of runs that are compared with a stored baseline. */
  int runs() default Comparison.FEWEST_RUNS;

  /** Returns how the sides of a comparison share the time. */
  BenchmarkMode mode() default BenchmarkMode.AUTOMATIC;

  /** Returns whether runs that are not to be trusted are judged too, instead of failing. */
  boolean allowUntrusted() default false;
}
