package io.stallmark.cli.trace;

import io.stallmark.cli.trace.TraceStatistics.Group;
import io.stallmark.report.TextLines;
import io.stallmark.text.Text;
import io.stallmark.trace.TraceDocument;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Text of {@code stallmark trace info}. */
final class TraceInfoText {

  private static final int MOST_FINGERPRINTS = 20;
  private static final double SECOND = 1e9;
  private static final double MILLISECOND = 1e6;

  private final List<String> lines = new ArrayList<>();

  private TraceInfoText() {}

  static List<String> of(TraceDocument document, TraceStatistics statistics) {
    TraceInfoText text = new TraceInfoText();
    text.origin(document, statistics);
    text.commands(statistics);
    text.fingerprints(statistics);
    text.numbers("Missing operations, by reason", statistics.gaps());
    text.numbers("Operations left out on purpose, by command", document.omitted());
    return text.lines;
  }

  private void origin(TraceDocument document, TraceStatistics statistics) {
    TraceOrigin origin = document.origin();
    Group all = statistics.all();
    line("family      %s", origin.family());
    line("server      %s", origin.server());
    origin.facts().forEach((name, value) -> line("%-11s %s", name, value));
    line(
        "recorded    %s by %s of Stallmark %s",
        origin.start(), origin.source(), origin.stallmark());
    line("state       %s", state(document));
    line("length      %,.1f s", statistics.last() / SECOND);
    line("sessions    %,d", statistics.sessions());
    line("operations  %,d", all.operations());
    line("errors      %,d", all.errors());
    line("no reply    %,d", all.operations() - all.replies());
  }

  private static String state(TraceDocument document) {
    if (document.state() == State.RECORDING) {
      return "unfinished: the recording was killed or is in progress";
    }
    return document.state() == State.FAILED ? "failed: " + document.reason() : "completed";
  }

  private void commands(TraceStatistics statistics) {
    line("");
    line(
        "%-21s %11s %8s %8s %8s %8s %8s",
        "command", "operations", "errors", "p50 ms", "p95", "p99", "max");
    statistics.commands().forEach(this::command);
    command(statistics.all());
  }

  private void command(Group group) {
    line(
        "%-21s %,11d %,8d %8.3f %8.3f %8.3f %8.3f",
        TextLines.cut(group.name(), 21),
        group.operations(),
        group.errors(),
        group.millis(50),
        group.millis(95),
        group.millis(99),
        group.millis(100));
  }

  private void fingerprints(TraceStatistics statistics) {
    List<Group> longest =
        statistics.fingerprints().stream()
            .sorted(Comparator.comparingLong(Group::nanos).reversed().thenComparing(Group::name))
            .limit(MOST_FINGERPRINTS)
            .toList();
    if (longest.isEmpty()) {
      return;
    }
    line("");
    line("%9s %10s %9s  %s", "total s", "operations", "mean ms", "operation");
    for (Group group : longest) {
      double mean = group.replies() == 0 ? 0 : group.nanos() / MILLISECOND / group.replies();
      line(
          "%9.3f %,10d %9.3f  %s",
          group.nanos() / SECOND, group.operations(), mean, group.name().replaceAll("\\s+", " "));
    }
  }

  private void numbers(String title, Map<String, Long> numbers) {
    if (!numbers.isEmpty()) {
      line("");
      line("%s", title);
      numbers.forEach((name, number) -> line("  %-24s %,d", name, number));
    }
  }

  private void line(String format, Object... values) {
    lines.add(TextLines.cut(Text.format(format, values), TextLines.WIDTH));
  }
}
