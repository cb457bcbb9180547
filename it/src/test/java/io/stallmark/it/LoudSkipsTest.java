package io.stallmark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

final class LoudSkipsTest {

  /** Run by the tests below only. */
  static class Some {
    @Test
    void passes() {}

    @Test
    @Disabled("too early")
    void isDisabled() {}

    @Test
    void assumesMuch() {
      assumeTrue(false, "no such server");
    }
  }

  static final class Others extends Some {}

  static final class Passing {
    @Test
    void passes() {}
  }

  private static String said(Class<?>... tests) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LauncherConfig alone =
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .addLauncherSessionListeners(
                new LoudSkips(new PrintStream(out, true, StandardCharsets.UTF_8)))
            .build();
    try (LauncherSession session = LauncherFactory.openSession(alone)) {
      for (Class<?> test : tests) {
        session
            .getLauncher()
            .execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(test)).build());
      }
      assertThat(out.size()).as("said before the end").isZero();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void skippedAndAbortedTests_areNamedWithTheirReasons() {
    assertThat(said(Some.class, Others.class))
        .contains(
            "SKIPPED",
            "Some.assumesMuch()",
            "Some.isDisabled()",
            "Others.assumesMuch()",
            "Others.isDisabled()",
            "  why: too early",
            "no such server")
        .doesNotContain("passes");
  }

  @Test
  void nothingIsSaidWhereAllPassed() {
    assertThat(said(Passing.class)).isEmpty();
  }
}
