package io.stallmark.it;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends the programs that a test has started and left, such as one that has failed: they would
 * change the tables of the next test on the same server. Those that its class has started before
 * remain.
 */
public final class LeftProgramsExtension implements BeforeEachCallback, AfterEachCallback {

  @Override
  public void beforeEach(ExtensionContext context) {
    Program.Running.forget();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Program.Running.endAll();
  }
}
