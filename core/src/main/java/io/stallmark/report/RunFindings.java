package io.stallmark.report;

import io.stallmark.record.Kind;
import io.stallmark.spi.server.Facts;
import java.util.List;

/**
 * What was found when the database was open and the workload knew it.
 *
 * @param kinds the first is the transaction
 * @param warnings all of them: of the command line, the database, the workload
 */
public record RunFindings(
    Facts database, ResolvedSettings resolved, List<Kind> kinds, List<String> warnings) {
  public RunFindings {
    kinds = List.copyOf(kinds);
    warnings = List.copyOf(warnings);
  }
}
