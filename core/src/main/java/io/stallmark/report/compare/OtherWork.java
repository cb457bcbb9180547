package io.stallmark.report.compare;

import io.stallmark.report.read.Columns;
import io.stallmark.report.read.RunFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * How much of a machine others used while a run had it: what was busy, less the generator and the
 * server, and what the host of a virtual machine gave to others. A run cannot show what that cost
 * it, because it went on all the time.
 */
final class OtherWork {

  /** Where the server's own processor time is known. */
  private static final String[] SERVERS = {"process", "cgroup"};

  /** What a machine does for a run in nobody's name, and what is not worth a word. */
  private static final double USUAL = 0.05;

  private static final double PERCENT = 100;
  private static final double SECOND = 1e9;

  private OtherWork() {}

  /** A share of the machine's processors; 0 also where the server's share of them is unknown. */
  static double of(RunFiles files) throws IOException {
    Columns trust = Columns.read(files.directory().resolve("trust.csv"));
    double stolen = mean(trust, "stolen_cpu_percent") / PERCENT;
    double others = Double.isNaN(stolen) ? 0 : stolen;
    double all = files.json().at("/host/logicalCores").asDouble(Double.NaN);
    double generator =
        mean(trust, "own_cpu_percent")
            / PERCENT
            * files.json().at("/trust/processors").asDouble(Double.NaN);
    double unknown =
        mean(trust, "machine_cpu_percent") / PERCENT - (generator + server(files.json())) / all;
    others += Double.isNaN(unknown) ? 0 : Math.max(0, unknown);
    return Math.max(0, others - USUAL);
  }

  /** Processors that it kept busy; NaN: nobody says. */
  private static double server(JsonNode json) {
    return Stream.of(SERVERS)
        .map(name -> json.at("/cost/sources/" + name))
        .filter(source -> source.at("/total/cpuNanoseconds").isNumber())
        .mapToDouble(
            source ->
                source.at("/total/cpuNanoseconds").asDouble(Double.NaN)
                    / SECOND
                    / source.at("/seconds").asDouble(Double.NaN))
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double mean(Columns columns, String name) {
    return Arrays.stream(columns.column(name))
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }
}
