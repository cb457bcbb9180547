package io.stallmark.spi.workload;

import io.stallmark.spi.replay.ReplayResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario knows of a run that has ended, besides what its clients reported.
 *
 * @param repeated transactions that failed with their connection, and whose work was done by a
 *     later transaction: errors, but no reason for the run to fail
 * @param hadNothingToDo whether the work is complete without a transaction, such as the import of
 *     an empty file; otherwise a run without a transaction fails
 * @param failure why the run failed, a sentence; empty: the workload knows no reason
 * @param doubts reasons why the run has measured something else than the database, whole sentences;
 *     its result is then not to be trusted
 * @param remarks what the user should know of the run, whole sentences
 * @param replay result of a replay; null: the run was none
 * @param transfer result of an import or export; null: the run was none
 */
public record Conclusion(
    long repeated,
    boolean hadNothingToDo,
    String failure,
    List<String> doubts,
    List<String> remarks,
    @Nullable ReplayResult replay,
    @Nullable TransferResult transfer) {

  /** Of a scenario that knows nothing more. */
  public static final Conclusion NONE = remarks(List.of());

  public static Conclusion remarks(List<String> sentences) {
    return new Conclusion(0, false, "", List.of(), sentences, null, null);
  }
}
