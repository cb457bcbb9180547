package io.stallmark.report.text;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.TextLines;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.AgentSummary;
import io.stallmark.result.Percentile;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The load machines of a run, for the terminal. */
final class AgentLines {

  /** An agent differs if its clients are slower than this share of the median. */
  private static final double SLOW = 0.75;

  /** An agent differs if its response time is this many times the median. */
  private static final double LATE = 2;

  private AgentLines() {}

  /**
   * Returns a table of all machines.
   *
   * @param agents null: the load came from one process
   */
  static List<String> of(@Nullable List<AgentSummary> agents) {
    if (agents == null) {
      return List.of();
    }
    FigureTable<AgentSummary> table =
        new FigureTable<AgentSummary>()
            .label("name", AgentSummary::name)
            .texts("clients", agent -> FigureFormat.count(agent.threads()))
            .texts("/s", agent -> FigureFormat.rate(agent.transactionsPerSecond()))
            .texts("p99 ms", agent -> FigureFormat.millis(time(agent)))
            .texts("late ms", agent -> decimal(agent.startLateP99Milliseconds()))
            .texts("own CPU %", agent -> decimal(agent.ownCpuPercent()))
            .texts("skew ms", agent -> FigureFormat.millis((double) agent.skewNanoseconds()))
            .label("bottleneck", AgentLines::remark);
    List<String> lines = new ArrayList<>(List.of("", "Load machines"));
    table.lines(agents).forEach(line -> lines.add("  " + line));
    return lines;
  }

  private static String remark(AgentSummary agent) {
    String bound =
        agent.flaggedIntervals() == 0
            ? "never"
            : Text.format(
                "%s: %s",
                FigureFormat.count(agent.flaggedIntervals(), "interval"),
                String.join(" ", agent.reasons()));
    Double lost = agent.lostAtSeconds();
    return lost == null ? bound : Text.format("%s; lost at %.1f s", bound, lost);
  }

  private static String decimal(@Nullable Double value) {
    return value == null ? FigureFormat.NONE : Text.format("%.1f", value);
  }

  /** Returns the sum of the arrivals of all machines, if some are unknown; otherwise no line. */
  static List<String> identity(@Nullable List<AgentSummary> agents) {
    List<AgentSummary> gone =
        agents == null ? List.of() : agents.stream().filter(agent -> agent.unknown() > 0).toList();
    return agents == null || gone.isEmpty()
        ? List.of()
        : List.of(
            Text.format(
                "  of all agents: scheduled %,d = succeeded %,d + failed %,d + in flight %,d + never started %,d + unknown %,d (%s)",
                sum(agents, AgentSummary::scheduled),
                sum(agents, AgentSummary::succeeded),
                sum(agents, AgentSummary::failed),
                sum(agents, AgentSummary::inFlight),
                sum(agents, AgentSummary::neverStarted),
                sum(agents, AgentSummary::unknown),
                gone.stream().map(AgentSummary::name).collect(Collectors.joining(", "))));
  }

  private static long sum(List<AgentSummary> agents, ToLongFunction<AgentSummary> figure) {
    return agents.stream().mapToLong(figure).sum();
  }

  /** Returns a line on the machines that were lost or differ from the others; no line: none did. */
  static List<String> differing(@Nullable List<AgentSummary> agents) {
    if (agents == null) {
      return List.of();
    }
    double rate = median(agents.stream(), AgentLines::perClient);
    double time = median(agents.stream(), AgentLines::time);
    List<String> all =
        agents.stream()
            .map(agent -> difference(agent, rate, time))
            .filter(s -> !s.isEmpty())
            .toList();
    return all.isEmpty()
        ? List.of()
        : TextLines.wrapped("  Agents that differ: " + String.join("; ", all), 4);
  }

  private static String difference(AgentSummary agent, double rate, double time) {
    Double lost = agent.lostAtSeconds();
    if (lost != null) {
      return Text.format("%s, lost at %.1f s", agent.name(), lost);
    }
    if (perClient(agent) < SLOW * rate) {
      return Text.format(
          "%s, %.0f %% of the median rate", agent.name(), 100 * perClient(agent) / rate);
    }
    return time(agent) > LATE * time
        ? Text.format(
            "%s, p99 %s ms, median %s ms",
            agent.name(), FigureFormat.millis(time(agent)), FigureFormat.millis(time))
        : "";
  }

  private static double perClient(AgentSummary agent) {
    return agent.threads() == 0 ? Double.NaN : agent.transactionsPerSecond() / agent.threads();
  }

  /** Response time at the 99th percentile, nanoseconds; NaN: not known, or of too few samples. */
  private static double time(AgentSummary agent) {
    Long nanos = agent.responseP99Nanoseconds();
    return nanos != null && Percentile.P99.isSupported(agent.succeeded()) ? nanos : Double.NaN;
  }

  private static double median(Stream<AgentSummary> agents, ToDoubleFunction<AgentSummary> figure) {
    double[] sorted = agents.mapToDouble(figure).filter(Double::isFinite).sorted().toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }
}
