package io.stallmark.transfer;

import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.TransferResult;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.format.BadInput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Findings about a run that has ended. Immutable. */
record TransferFindings(TransferOptions options, TransferFiles files, TransferRun run) {

  /** Share of their time that workers may wait for files, per cent. */
  private static final double MOST_FILE_BOUND = 20;

  private static final double PERCENT = 100;
  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e9;
  private static final long STRIPE = 1000;

  private TransferProgress progress() {
    return run.progress();
  }

  /** Whether all documents were moved; false: the run was ended before. */
  private boolean isWhole() {
    return (!options.imports() || progress().imported().rows() == options.layout().documents())
        && (!options.createsIndexes() || progress().isIndexed())
        && (!options.exports() || progress().exportedRanges() == run.ranges().count());
  }

  /** What went wrong in the run, without a look at the table; sentences. */
  List<String> failures() {
    BadInput failure = run.failure();
    if (failure != null) {
      return List.of("The run ended early: " + failure.getMessage() + ".");
    }
    if (progress().failedBatches() > 0) {
      return List.of(
          Text.format(
              "The inserts of %d batches with %d documents failed: some or all were not imported.",
              progress().failedBatches(), progress().failedDocuments()));
    }
    if (progress().failedRanges() > 0) {
      return List.of(
          Text.format("The exports of %d ranges of keys failed.", progress().failedRanges()));
    }
    return List.of();
  }

  /** As {@link #failures}, and whether table and files have what was moved. */
  List<String> missing(Session session) throws DbException {
    List<String> all = new ArrayList<>(failures());
    if (!all.isEmpty() || !isWhole()) {
      return all;
    }
    long documents = options.layout().documents();
    ContentSum wanted = options.imports() ? files.source().content() : generated();
    if (options.imports()) {
      compare(wanted, progress().imported(), "imported", all);
      long inTable = ObjectVerification.count(options, session);
      if (inTable != documents) {
        all.add(
            Text.format(
                "Table objects has %d documents, and %d were imported.", inTable, documents));
      }
    }
    if (options.exports()) {
      compare(wanted, progress().exported(), "exported", all);
    }
    return all;
  }

  private static void compare(ContentSum wanted, ContentSum found, String what, List<String> to) {
    if (!found.equals(wanted)) {
      to.add(Text.format("What was %s differs: %s; expected: %s.", what, found, wanted));
    }
  }

  /** Checksum of the documents that a load inserts. */
  private ContentSum generated() {
    long documents = options.layout().documents();
    return LongStream.range(0, (documents + STRIPE - 1) / STRIPE)
        .parallel()
        .mapToObj(
            stripe -> generated(stripe * STRIPE + 1, Math.min(documents, (stripe + 1) * STRIPE)))
        .reduce(ContentSum.EMPTY, ContentSum::and);
  }

  private ContentSum generated(long first, long last) {
    var content = options.content();
    var row = options.row();
    var hash = new DocumentHash(options.layout().profile().columns());
    var sum = new ContentSum.Builder();
    for (long key = first; key <= last; key++) {
      content.fill(row, key);
      sum.add(hash.of(row, 0));
    }
    return sum.sum();
  }

  /** Share of the workers' time in which they waited for files, per cent. */
  private double fileBound() {
    double all = (double) progress().importNanos() * run.clients();
    return all == 0 ? 0 : Math.min(PERCENT, PERCENT * run.workersWaited() / all);
  }

  /** Reasons why the run has measured something else than the database; sentences. */
  List<String> doubts() {
    if (!options.imports() || fileBound() <= MOST_FILE_BOUND || run.failure() != null) {
      return List.of();
    }
    return List.of(
        Text.format(
            "The clients waited %.0f %% of the time for the files (limit %.0f %%), so the files and"
                + " not the database limited the rate. Use faster storage, more files or fewer"
                + " threads.",
            fileBound(), MOST_FILE_BOUND));
  }

  /** Totals of the transfer, and the progress of the import. */
  TransferResult result() {
    TransferProgress done = progress();
    boolean imports = options.imports();
    boolean exports = options.exports() && done.exportedRanges() > 0;
    ContentSum moved = imports ? done.imported() : done.exported();
    return new TransferResult(
        new TransferResult.Figures(
            moved.rows(),
            isWhole() ? moved.digest() : null,
            imports ? TransferOptions.word(run.insert().form()) : null,
            imports ? done.importedBytes() : null,
            imports ? done.importNanos() / SECOND : null,
            done.isIndexed() ? done.indexNanos() / SECOND : null,
            exports ? files.target().contentBytes() : null,
            exports ? done.exportNanos() / SECOND : null,
            imports ? run.workersWaited() / SECOND : null,
            imports ? run.readersWaited() / SECOND : null,
            slowdown()),
        done.begun(),
        imports ? done.points() : List.of());
  }

  private @Nullable Double slowdown() {
    return options.imports() && isWhole()
        ? TransferResult.slowdown(progress().begun(), progress().points())
        : null;
  }

  /** What was moved, and how; sentences. */
  List<String> remarks() {
    List<String> all = new ArrayList<>();
    if (!isWhole()) {
      all.add("The run ended before all documents were moved; their checksum is unchecked.");
    }
    if (options.imports()) {
      double seconds = progress().importNanos() / SECOND;
      all.add(
          Text.format(
              "Imported %,d documents, %,.1f MB of %s, in %.3f s: %,.1f MB/s. The clients waited"
                  + " %.0f %% of the time for the files. Form of the insert: %s.",
              progress().imported().rows(),
              progress().importedBytes() / MEGABYTE,
              options.layout().format().word(),
              seconds,
              seconds == 0 ? 0 : progress().importedBytes() / MEGABYTE / seconds,
              fileBound(),
              TransferOptions.word(run.insert().form())));
    }
    Double slowdown = slowdown();
    if (slowdown != null) {
      all.add(
          Text.format(
              "Slowdown: the rate of the first tenth was %.2f times that of the last tenth.",
              slowdown));
    }
    if (progress().isIndexed()) {
      all.add(
          Text.format(
              "Created the indexes in %.3f s; the import took %.3f s with them.",
              progress().indexNanos() / SECOND,
              (progress().importNanos() + progress().indexNanos()) / SECOND));
    }
    if (options.exports()) {
      all.add(
          Text.format(
              "Exported %,d documents, %,.1f MB of %s in %,d files, in %.3f s.",
              progress().exported().rows(),
              files.target().contentBytes() / MEGABYTE,
              options.layout().format().word(),
              progress().exportedRanges(),
              progress().exportNanos() / SECOND));
    }
    if (isWhole()) {
      ContentSum sum = options.exports() ? progress().exported() : progress().imported();
      all.add("Checksum: " + sum + ".");
    }
    return all;
  }
}
