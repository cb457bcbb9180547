package io.stallmark.run;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.stall.RateLine;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.RunResult;
import io.stallmark.result.RunDocument;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.MemoryLimit;
import io.stallmark.text.Text;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a run.
 *
 * @param complaint one line about why the run did not succeed; empty if it did
 * @param unreachable whether the database could not be reached
 * @param directory directory of the run's results; null: no results were saved
 * @param measured the measurement; null: the run ended before it was measured
 */
public record RunReport(
    Exit exit,
    String complaint,
    boolean unreachable,
    @Nullable Path directory,
    @Nullable Measured measured) {

  /** The report if no run took place. */
  public static final RunReport NOTHING = new RunReport(Exit.WELL, "", false, null, null);

  /** The outcome of a run or a command, which determines the exit code of the process. */
  public enum Exit {
    WELL(0),
    /** The run or a gate failed. */
    FAILED(1),
    /** Wrong usage or specification. */
    USAGE(2),
    /** The database could not be reached or refused. */
    REFUSED(3),
    INTERRUPTED(130);

    private final int code;

    Exit(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }
  }

  /**
   * The measurement of a run.
   *
   * @param rates rate of the first role over the run, which the document does not contain
   * @param comparable the document, which is the content of {@code run.json}, with the length of
   *     every stall
   * @param directory directory of the result files
   */
  public record Measured(
      RunJob job,
      RunResult result,
      RunVerdict verdict,
      RateLine rates,
      MeasuredRun comparable,
      Path directory) {

    public RunDocument document() {
      return comparable.document();
    }

    private boolean whole() {
      return result.aborted() == null
          && !result.interrupted()
          && result.degraded().isEmpty()
          && result.inFlight() == 0
          && result.succeeded() > 0
          && result.balanced();
    }

    private Exit exit() {
      DbException aborted = result.aborted();
      return switch (verdict.state()) {
        case COMPLETED, RUNNING -> Exit.WELL;
        case INTERRUPTED -> Exit.INTERRUPTED;
        case FAILED ->
            result.degraded().isEmpty()
                    && aborted != null
                    && (aborted.kind() == DbException.Kind.CONNECTION
                        || aborted.kind() == DbException.Kind.REFUSED)
                ? Exit.REFUSED
                : Exit.FAILED;
      };
    }
  }

  static RunReport of(Measured measured) {
    Exit exit = measured.exit();
    return new RunReport(
        exit, measured.verdict.reason(), exit == Exit.REFUSED, measured.directory, measured);
  }

  /** Whether the run was measured to its end, even if its result is a failure. */
  public boolean complete() {
    return exit == Exit.WELL || (exit == Exit.FAILED && measured != null && measured.whole());
  }

  /** Returns the report of the same run with a failure besides, such as a missed limit. */
  public RunReport with(String failure) {
    return exit == Exit.WELL
        ? new RunReport(Exit.FAILED, failure, false, directory, measured)
        : this;
  }

  /** Returns the report of a run or a command that threw an exception. */
  public static RunReport of(Throwable e) {
    if (e instanceof InvalidPathException path) {
      return of(new SpecException(FileTrouble.notAPath(path)));
    }
    if (e instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return of(unchecked.getCause());
    }
    String message = e instanceof IOException file ? FileTrouble.sentence(file) : e.getMessage();
    boolean unreachable = e instanceof DbException db && db.kind() == DbException.Kind.CONNECTION;
    boolean unexpected = e instanceof Error || isDefect(e);
    return new RunReport(
        exit(e),
        unexpected ? unexpected(e) : message == null ? "ended" : message,
        unreachable,
        null,
        null);
  }

  private static Exit exit(Throwable e) {
    if (e instanceof SpecException) {
      return Exit.USAGE;
    }
    if (e instanceof DbException db) {
      return db.kind() == DbException.Kind.UNFIT ? Exit.FAILED : Exit.REFUSED;
    }
    return e instanceof InterruptedException ? Exit.INTERRUPTED : Exit.FAILED;
  }

  /**
   * Whether an exception is of a type that is not expected, and so shows a defect of the program.
   */
  public static boolean isDefect(Throwable e) {
    return !(e instanceof SpecException
        || e instanceof InvalidPathException
        || e instanceof DbException
        || e instanceof RunFailure
        || e instanceof IOException
        || e instanceof UncheckedIOException
        || e instanceof InterruptedException
        || e instanceof OutOfMemoryError
        || isUnpacked(e));
  }

  /** Whether a library could not be unpacked, as into a full directory, or not be loaded there. */
  private static boolean isUnpacked(Throwable e) {
    return e instanceof UnsatisfiedLinkError
        || (e instanceof ExceptionInInitializerError
            && String.valueOf(e.getMessage()).startsWith("Cannot unpack"));
  }

  /** Describes an unexpected exception in one line. */
  static String unexpected(Throwable e) {
    if (isUnpacked(e)) {
      return Text.format(
          "A library cannot be used: %s. It is unpacked into %s: make room there, or give another"
              + " directory, as in JAVA_OPTS=-Djava.io.tmpdir=DIR.",
          DbException.oneLine(String.valueOf(e.getMessage())),
          System.getProperty("java.io.tmpdir"));
    }
    if (e instanceof OutOfMemoryError memory) {
      return DbException.oneLine(MemoryLimit.usedUp(memory));
    }
    return "A bug in Stallmark: " + DbException.oneLine(e.toString());
  }
}
