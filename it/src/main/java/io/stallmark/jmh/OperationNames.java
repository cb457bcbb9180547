package io.stallmark.jmh;

import io.stallmark.linkbench.data.Operation;
import io.stallmark.spec.Nearest;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each workload calls its operations, and the settings that leave it that one alone. */
final class OperationNames {

  /** Of a workload that is not known here: its transaction, whatever that is. */
  private static final String TRANSACTION = "transaction";

  private static final List<String> READINGS = List.of("latest", "range", "tick", "downsample");

  private OperationNames() {}

  /** All of them; those that change how many rows there are come last. */
  static List<String> of(Workload workload) {
    return switch (workload.name()) {
      case "sysbench" -> {
        List<String> mixes = new ArrayList<>(mixes(workload));
        List<String> change = List.of("insert", "delete");
        mixes.removeAll(change);
        mixes.addAll(change);
        yield mixes;
      }
      case "timeseries" -> {
        List<String> all = new ArrayList<>(READINGS);
        all.add("insert");
        yield all;
      }
      case "linkbench" -> Arrays.stream(Operation.values()).map(Operation::word).toList();
      default -> List.of(TRANSACTION);
    };
  }

  /**
   * The settings of an operation.
   *
   * @throws SpecException when the workload has no such operation
   */
  static Map<String, String> settings(Workload workload, String operation) throws SpecException {
    List<String> names = of(workload);
    if (!names.contains(operation)) {
      throw new SpecException(
          String.format(
              "%s has no operation '%s': %s",
              workload.name(), operation, Nearest.hint(operation, names)));
    }
    return switch (workload.name()) {
      case "sysbench" -> Map.of("mix", operation);
      case "timeseries" -> operation.equals("insert") ? Map.of() : reading(operation);
      case "linkbench" -> Map.of("mix", "own", operation.replace('_', '-'), "100");
      default -> Map.of();
    };
  }

  private static List<String> mixes(Workload workload) {
    return workload.settings().stream()
        .filter(setting -> setting.name().equals("mix"))
        .map(Setting::choices)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> reading(String operation) {
    Map<String, String> settings = new LinkedHashMap<>(Map.of("read-share", "1"));
    for (String reading : READINGS) {
      settings.put(reading + "-reads", reading.equals(operation) ? "1" : "0");
    }
    return settings;
  }
}
