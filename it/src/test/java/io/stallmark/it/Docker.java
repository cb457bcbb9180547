package io.stallmark.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/**
 * Needs a Docker daemon. Without one the test is skipped with that reason; where skips are not
 * allowed ({@code STALLMARK_REQUIRE_CONTAINERS=true}, as in CI) it fails.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Docker.Condition.class)
public @interface Docker {

  /** Looks for the daemon. */
  final class Condition implements ExecutionCondition {

    static final String HOW =
        "no Docker daemon answers; 'it/containers.sh' starts one and builds the servers' images,"
            + " then: eval \"$(it/containers.sh env)\"";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return Required.unless(DockerClientFactory.instance().isDockerAvailable(), HOW);
    }
  }
}
