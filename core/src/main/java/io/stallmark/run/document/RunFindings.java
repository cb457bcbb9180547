package io.stallmark.run.document;

import io.stallmark.record.Kind;
import io.stallmark.spi.server.Facts;
import java.util.List;

/**
 * Facts known after the database was opened and the workload was resolved.
 *
 * @param kinds kinds of operations; the first is the transaction
 * @param warnings all warnings: of the command line, the database and the workload
 */
public record RunFindings(
    Facts database, ResolvedSettings resolved, List<Kind> kinds, List<String> warnings) {
  public RunFindings {
    kinds = List.copyOf(kinds);
    warnings = List.copyOf(warnings);
  }
}
