package io.stallmark.junit;

import io.stallmark.experiment.run.RunSequence;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Creates the parameter of a {@link BenchmarkTest}. */
final class BenchmarkExtension implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BenchmarkRun.class;
  }

  @Override
  public BenchmarkRun resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    String name = context.getRequiredTestClass().getSimpleName() + "." + method.getName();
    return new BenchmarkRun(
        AnnotationSupport.findAnnotation(method, BenchmarkTest.class).orElseThrow(),
        Path.of("target", "stallmark")
            .resolve(String.valueOf(RunSequence.directory(name).getFileName())),
        context
            .getConfigurationParameter(BenchmarkRun.PARAMETER)
            .filter(BenchmarkRun.STORE::equals)
            .isPresent(),
        new JUnitOutput(context));
  }
}
