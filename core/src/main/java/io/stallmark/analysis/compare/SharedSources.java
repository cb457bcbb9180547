package io.stallmark.analysis.compare;

import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.RunParameters;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Sources of cost that count both sides of a duet together. */
public final class SharedSources {

  private static final String SERVER = "server";
  private static final String PROCESS = "process";

  private SharedSources() {}

  /** Returns the names of the sources that do not tell two runs of the same time apart. */
  public static Set<String> of(MeasuredRun a, MeasuredRun b) {
    Set<String> shared = new TreeSet<>();
    Map<String, SourceCostSummary> others = b.sources();
    a.sources()
        .forEach(
            (name, source) -> {
              SourceCostSummary other = others.get(name);
              if (other != null && !name.equals(SERVER) && source.what().equals(other.what())) {
                shared.add(name);
              }
            });
    boolean processes = a.sources().containsKey(PROCESS) && others.containsKey(PROCESS);
    if (a.sources().containsKey(SERVER)
        && (processes ? shared.contains(PROCESS) : server(a).equals(server(b)))) {
      shared.add(SERVER);
    }
    return shared;
  }

  /** Returns the URL's part before the database. */
  private static String server(MeasuredRun run) {
    RunParameters spec = run.document().spec();
    return spec == null ? "" : spec.url().replaceFirst("^([^/]*//[^/?]*).*", "$1");
  }
}
