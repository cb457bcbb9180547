package io.stallmark.analysis.compare;

import io.stallmark.result.CostSummary.SourceCostSummary;
import io.stallmark.result.DatabaseName;
import io.stallmark.result.RunParameters;
import io.stallmark.text.ServerAddress;
import java.util.Map;
import java.util.Optional;
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
        && (processes ? shared.contains(PROCESS) : canBeOne(a, b))) {
      shared.add(SERVER);
    }
    return shared;
  }

  /** Whether both runs can have had one server. */
  private static boolean canBeOne(MeasuredRun a, MeasuredRun b) {
    Optional<ServerAddress> ofA = server(a);
    Optional<ServerAddress> ofB = server(b);
    if (ofA.isEmpty() || ofB.isEmpty()) {
      return url(a).equals(url(b));
    }
    return ofA.get().canBe(ofB.get())
        && DatabaseName.of(a.document()).equals(DatabaseName.of(b.document()));
  }

  private static Optional<ServerAddress> server(MeasuredRun run) {
    return ServerAddress.of(url(run));
  }

  private static String url(MeasuredRun run) {
    RunParameters spec = run.document().spec();
    return spec == null ? "" : spec.url();
  }
}
