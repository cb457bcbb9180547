package io.stallmark.transfer.pipeline;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.format.FileFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Import of files into a table, export of a table into files, or one after the other. */
public abstract class FileScenario implements Scenario {

  /** Share of their time that clients may wait for files, per cent. */
  private static final double MOST_FILE_BOUND = 20;

  private static final double MEGABYTE = 1e6;

  private volatile @Nullable TransferRun run; // null: no run has begun

  /**
   * A part of a run.
   *
   * @param kind kind of its transactions
   * @param operations operations that a client sends
   */
  public record Part(String kind, List<Op> operations) {}

  /**
   * Import, creation of indexes and export, as far as there are any; none as long as the table is
   * not known.
   */
  protected List<Part> parts() {
    return List.of();
  }

  /** What went wrong in a run that has ended, without a look at the table; sentences. */
  protected List<String> failures(TransferRun ended) {
    return List.of();
  }

  /** What was moved, and how; sentences. */
  protected List<String> remarks(TransferRun ended) {
    return List.of();
  }

  /** Whether a run that has ended has moved all rows, or how many there are is not known. */
  protected boolean isWhole(TransferRun ended) {
    return true;
  }

  protected final void begin(TransferPlan plan) {
    run = new TransferRun(plan);
  }

  private TransferRun begun() {
    return Objects.requireNonNull(run, "begin");
  }

  @Override
  public final List<Role> roles() {
    return List.of(
        new Role(
            Role.ONLY,
            parts().stream().flatMap(part -> part.operations().stream()).toList(),
            parts().stream().map(Part::kind).toList(),
            false,
            ProgressUnit.ROWS,
            (session, slice) -> new TransferClient(begun(), session, slice)));
  }

  @Override
  public final List<String> missing(Session session) throws DbException {
    List<String> failures = failures(begun());
    return failures.isEmpty() && isWhole(begun()) ? missing(begun(), session) : failures;
  }

  /**
   * Compares table and files with what a run should have moved that has moved all rows.
   *
   * @return sentences about differences
   */
  protected List<String> missing(TransferRun ended, Session session) throws DbException {
    return List.of();
  }

  /** What went wrong in the run, if one has begun; sentences. */
  protected final List<String> failures() {
    TransferRun ended = run;
    return ended == null ? List.of() : failures(ended);
  }

  @Override
  public final Conclusion conclusion(Histogram responses) {
    TransferRun ended = run;
    return ended == null
        ? Conclusion.NONE
        : new Conclusion(
            ended.repeated(),
            hadNothingToDo(ended),
            "",
            doubts(ended),
            remarks(ended),
            null,
            result(ended));
  }

  /** Whether there was nothing to move. */
  protected boolean hadNothingToDo(TransferRun ended) {
    return false;
  }

  private List<String> doubts(TransferRun ended) {
    return ended.plan().imports() == null
            || ended.failure() != null
            || ended.fileBound() <= MOST_FILE_BOUND
        ? List.of()
        : fileBound(ended);
  }

  /** What a run means whose clients have waited too long for files; sentences. */
  protected List<String> fileBound(TransferRun ended) {
    return List.of(
        Text.format(
            "The clients waited %.0f %% of the time for the files (limit %.0f %%), so the files and"
                + " not the database limited the rate.",
            ended.fileBound(), MOST_FILE_BOUND));
  }

  /**
   * Describes the import.
   *
   * @param rows what a row is called
   */
  protected static String imported(TransferRun ended, String rows, FileFormat format) {
    TransferProgress done = ended.imported();
    double megabytes = done.bytes() / MEGABYTE;
    return Text.format(
        "Imported %,d %s, %,.1f MB of %s, in %.3f s: %,.1f MB/s. The clients waited %.0f %% of the"
            + " time for the files.",
        done.sum().rows(),
        rows,
        megabytes,
        Setting.word(format),
        done.seconds(),
        done.seconds() == 0 ? 0 : megabytes / done.seconds(),
        ended.fileBound());
  }

  /**
   * Describes the export.
   *
   * @param to the files
   */
  protected static String exported(TransferRun ended, String rows, FileFormat format, String to) {
    TransferProgress done = ended.exported();
    return Text.format(
        "Exported %,d %s, %,.1f MB of %s%s, in %.3f s.",
        done.sum().rows(), rows, done.bytes() / MEGABYTE, Setting.word(format), to, done.seconds());
  }

  /** Name of the form of the import's insert in settings and results; null: there is no import. */
  protected static @Nullable String formOfInsert(TransferRun ended) {
    TransferPlan.Import imports = ended.plan().imports();
    if (imports == null) {
      return null;
    }
    Op.Insert.Form form = imports.insert().form();
    return form == Op.Insert.Form.PLAIN ? "insert" : form.name().toLowerCase(Locale.ROOT);
  }

  private TransferResult result(TransferRun ended) {
    boolean imports = ended.plan().imports() != null;
    boolean exports = ended.exportedRanges() > 0;
    TransferProgress into = ended.imported();
    TransferProgress from = ended.exported();
    ContentSum moved = (imports ? into : from).sum();
    return new TransferResult(
        new TransferResult.Figures(
            moved.rows(),
            isWhole(ended) ? moved.digest() : null,
            formOfInsert(ended),
            imports ? into.bytes() : null,
            imports ? into.seconds() : null,
            ended.isIndexed() ? ended.indexSeconds() : null,
            exports ? from.bytes() : null,
            exports ? from.seconds() : null,
            imports ? ended.clientsWaited() : null,
            imports ? ended.readersWaited() : null,
            slowdown(ended)),
        into.begun(),
        into.points());
  }

  /** Slowdown of an import that has imported all rows; null: there is none. */
  protected final @Nullable Double slowdown(TransferRun ended) {
    return isWhole(ended)
        ? TransferResult.slowdown(ended.imported().begun(), ended.imported().points())
        : null;
  }

  /** Frees the readers. */
  @Override
  public String end() {
    TransferRun ended = run;
    if (ended != null) {
      ended.stop();
    }
    return "";
  }
}
