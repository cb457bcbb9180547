package io.stallmark.run;

import io.stallmark.analysis.RunVerdict;
import io.stallmark.analysis.compare.MeasuredRun;
import io.stallmark.analysis.stall.StallReport;
import io.stallmark.engine.RunFailure;
import io.stallmark.engine.RunResult;
import io.stallmark.result.RunDocument;
import io.stallmark.run.document.ResolvedRun;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.text.Text;
import java.io.IOException;
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

  private static final long MEGABYTE = 1024 * 1024;

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
   * @param stalls stalls with throughput over time, which the document does not contain
   * @param comparable the document, which is the content of {@code run.json}, with the length of
   *     every stall
   * @param directory directory of the result files
   */
  public record Measured(
      ResolvedRun run,
      RunResult result,
      RunVerdict verdict,
      StallReport stalls,
      MeasuredRun comparable,
      Path directory) {

    public RunDocument document() {
      return comparable.document();
    }

    private Exit exit() {
      DbException aborted = result.aborted();
      return switch (verdict.state()) {
        case COMPLETED, RUNNING -> Exit.WELL;
        case INTERRUPTED -> Exit.INTERRUPTED;
        case FAILED ->
            !result.degraded().isEmpty()
                    || aborted == null
                    || aborted.kind() == DbException.Kind.FATAL
                    || aborted.kind() == DbException.Kind.UNFIT
                ? Exit.FAILED
                : Exit.REFUSED;
      };
    }
  }

  static RunReport of(Measured measured) {
    Exit exit = measured.exit();
    return new RunReport(
        exit, measured.verdict.reason(), exit == Exit.REFUSED, measured.directory, measured);
  }

  /** Returns the report of a run or a command that threw an exception. */
  public static RunReport of(Throwable e) {
    if (e instanceof InvalidPathException path) {
      return of(new SpecException(FileTrouble.notAPath(path)));
    }
    String message = e.getMessage() == null ? "ended" : e.getMessage();
    boolean unreachable = e instanceof DbException db && db.kind() == DbException.Kind.CONNECTION;
    boolean unexpected = e instanceof Error || isDefect(e);
    return new RunReport(exit(e), unexpected ? unexpected(e) : message, unreachable, null, null);
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
        || e instanceof InterruptedException
        || e instanceof OutOfMemoryError);
  }

  /** Describes an unexpected exception in one line. */
  static String unexpected(Throwable e) {
    if (e instanceof OutOfMemoryError) {
      return Text.format(
          "Stallmark has used up its memory (%s); its heap may have %,d MB: raise the limit, such as"
              + " JAVA_OPTS=-Xmx1g, or java -Xmx1g -jar.",
          DbException.oneLine(String.valueOf(e.getMessage())),
          Runtime.getRuntime().maxMemory() / MEGABYTE);
    }
    return "A defect of Stallmark itself: " + DbException.oneLine(e.toString());
  }
}
