package io.stallmark.experiment;

import io.stallmark.spec.SpecException;
import java.util.List;

/** Whether {@code stallmark run} would take these arguments, as far as that shows without a run. */
@FunctionalInterface
public interface OptionCheck {

  /**
   * @param arguments of {@code run}, the workload first
   * @throws SpecException saying which it would not take
   */
  void check(List<String> arguments) throws SpecException;
}
