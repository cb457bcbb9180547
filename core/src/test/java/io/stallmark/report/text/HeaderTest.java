package io.stallmark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Plans;
import io.stallmark.plan.RateSchedule;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.ThinkTime;
import io.stallmark.report.Synthetic;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.document.ResolvedSettings;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class HeaderTest {

  private static final long SECOND = Synthetic.SECOND;
  private static final Pacing CLOSED = new Pacing.ClosedLoop();
  private static final RateSchedule RAMP =
      new RateSchedule(List.of(new RateSchedule.Segment(SECOND / 2, 10, 20)), 20);
  private static final String LONG_URL = "memory://" + "h".repeat(120) + "/db";

  private static RunPlan plan(int threads, long duration, long events, long warmup, Pacing pacing) {
    return Plans.of(threads, duration, events, warmup, pacing, 7, SECOND, SECOND);
  }

  private static List<String> lines(String url, Map<String, String> facts) {
    return lines(url, facts, ResolvedSettings.NOTHING);
  }

  private static List<String> lines(
      String url, Map<String, String> facts, ResolvedSettings resolved) {
    RunJob job =
        new RunJob(
            new RunSpec("tiny", Map.of(), Map.of())
                .with(RunOptions.STORAGE, Map.of())
                .with(RunOptions.BEFORE, List.of())
                .with(RunOptions.SEED, 7L),
            Synthetic.SPEC.workload(),
            new Settings(Map.of("rows", 10L)),
            Synthetic.SPEC.binding(),
            new Target(url, null, null, Tls.UNSAID, 2),
            plan(2, SECOND, 0, 0, CLOSED),
            List.of(),
            List.of());
    return RunHeader.lines(
        job, new RunFindings(new Facts(facts, List.of()), resolved, Synthetic.KINDS, List.of()));
  }

  @Test
  void settingsThatCameToAnotherValue_followThoseThatWereGiven() {
    List<String> lines = lines("memory://h/db", Map.of(), ResolvedSettings.of(Map.of("rows", 12L)));
    int given = lines.indexOf("  settings  rows=10");
    assertThat(lines.get(given + 1)).isEqualTo("  resolved  rows=12");
    assertThat(lines("memory://h/db", Map.of())).noneMatch(line -> line.contains("resolved"));
  }

  static Stream<Arguments> plans() {
    return Stream.of(
        Arguments.of(plan(1, 30 * SECOND, 0, 0, CLOSED), "1 thread, 30 s, closed loop"),
        Arguments.of(plan(2, 0, 5000, 0, CLOSED), "2 threads, 5,000 events, closed loop"),
        Arguments.of(
            plan(16, SECOND / 2, 9, 10 * SECOND, CLOSED),
            "16 threads, 0.5 s, at most 9 events, after a warm-up of 10 s, closed loop"),
        Arguments.of(
            plan(8, SECOND, 0, 0, new Pacing.OpenLoop(1500, Pacing.Distribution.CONSTANT)),
            "8 threads, 1 s, open loop, 1,500.0 arrivals/s, constant"),
        Arguments.of(
            plan(8, SECOND, 0, 0, new Pacing.OpenLoop(0.025, Pacing.Distribution.POISSON)),
            "8 threads, 1 s, open loop, 0.025 arrivals/s, poisson"),
        Arguments.of(
            plan(8, SECOND, 0, 0, new Pacing.OpenLoop(RAMP, Pacing.Distribution.CONSTANT)),
            "8 threads, 1 s, open loop, arrivals/s 10..20@0.5s, constant"),
        Arguments.of(
            plan(1, SECOND, 0, 0, new Pacing.ClosedLoop(new ThinkTime(SECOND / 100, true))),
            "1 thread, 1 s, closed loop, think time 0.01 s on average, exponential"));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void thePlan_isSaidInWords(RunPlan plan, String words) {
    assertThat(RunHeader.run(plan)).isEqualTo(words);
  }

  @Test
  void facts_standInTheirOrder_underEachOther() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "Memory 1");
    facts.put("innodb_flush_log_at_trx_commit", "1");
    facts.put("comment", "");
    facts.put("driver", "none  at all");
    List<String> lines = lines("memory://h/db", facts);
    String gap = " ".repeat(34);
    assertThat(lines.subList(1, 7))
        .containsExactly(
            "",
            ("  url" + gap).substring(0, 34) + "memory://h/db",
            ("  server" + gap).substring(0, 34) + "Memory 1",
            "  innodb_flush_log_at_trx_commit  1",
            "  comment",
            ("  driver" + gap).substring(0, 34) + "none  at all");
    assertThat(lines).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void whatIsTooLongForALine_goesOnUnderItself_whole() {
    String words = "word ".repeat(60).strip();
    List<String> lines = lines(LONG_URL, Map.of("server", words));
    assertThat(lines).filteredOn(line -> line.contains("memory://")).hasSize(1);
    List<String> server = lines.stream().skip(1).filter(line -> line.contains("word")).toList();
    assertThat(server.size()).isGreaterThan(2);
    assertThat(server).allMatch(line -> line.length() <= 80 && line.indexOf("word") == 12);
    assertThat(String.join(" ", server).replace("server", "").strip().split(" +"))
        .hasSize(60)
        .containsOnly("word");
  }
}
