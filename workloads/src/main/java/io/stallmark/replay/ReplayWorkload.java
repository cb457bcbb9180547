package io.stallmark.replay;

import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.trace.TraceDocument;
import io.stallmark.trace.TraceException;
import io.stallmark.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replay of the operations of a trace, at their recorded times or faster, with a comparison of
 * every reply.
 */
public final class ReplayWorkload extends DeclaredWorkload {

  static final String TRACE = "trace";
  static final String SPEED = "speed";
  static final String ORDER = "order";
  static final String ORDER_PATIENCE = "order-patience";
  static final String COMPARE = "compare";
  static final String OPERATIONS = "operations";
  static final String ALLOWED_DIFFERENCES = "allow-differences";

  private static final double FASTEST = 1e6;
  private static final double LONGEST_WAIT = 3600;
  private static final double PERCENT = 100;

  public ReplayWorkload() {
    super(
        "replay",
        "operations of a trace of 'stallmark record', each reply compared with the recorded one",
        List.of(
            Setting.text(TRACE, "", "directory of the trace"),
            Setting.real(SPEED, "1", 0, FASTEST, "2 is twice as fast; 0 is as fast as possible"),
            Setting.choice(
                ORDER,
                ReplayOptions.Order.WORDS,
                "writes of other sessions to wait for; auto is commit with speed=0, else session"),
            Setting.real(ORDER_PATIENCE, "5", 0, LONGEST_WAIT, "maximum wait for them, seconds"),
            Setting.choice(
                COMPARE, ReplayOptions.Comparison.WORDS, "what is compared of each reply"),
            Setting.choice(OPERATIONS, ReplayOptions.Selection.WORDS, "operations to send"),
            Setting.real(
                ALLOWED_DIFFERENCES, "1", 0, PERCENT, "percent of the replies that may differ")));
  }

  /** A client for each session that was open at the same time; one if there is no trace. */
  @Override
  public List<Role.Size> roles(Settings settings) {
    Path trace = Path.of(settings.text(TRACE));
    boolean missing = settings.text(TRACE).isEmpty() || !Files.isDirectory(trace);
    long sessions = missing ? 1 : document(trace).counts().concurrent();
    return List.of(new Role.Size(Role.ONLY, (int) Math.max(1, sessions), true, 0));
  }

  @Override
  public Optional<String> family(Settings settings) {
    Path trace = ReplayOptions.of(settings).trace();
    TraceDocument document = document(trace);
    if (document.counts().operations() == 0 && document.state() != TraceDocument.State.RECORDING) {
      throw new RefusedException(
          trace + " has no operation to replay; 'stallmark trace info' shows its contents");
    }
    return Optional.of(document.origin().family());
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    ReplayOptions options = ReplayOptions.of(settings);
    Order order = options.possible(document(options.trace()).origin(), settings).order();
    return settings.with(Map.of(ORDER, order.word()));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    ReplayOptions options = ReplayOptions.of(settings);
    TraceDocument document = document(options.trace());
    return new ReplayScenario(options.possible(document.origin(), settings), document);
  }

  private static TraceDocument document(Path trace) {
    try (TraceReader reader = TraceReader.open(trace)) {
      return reader.document();
    } catch (TraceException e) {
      throw new RefusedException(e.getMessage(), e);
    }
  }
}
