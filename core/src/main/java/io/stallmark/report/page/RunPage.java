package io.stallmark.report.page;

import io.stallmark.report.file.ResultFiles;
import io.stallmark.result.RunDocument;
import io.stallmark.run.RunJob;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.spec.Redactor;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Writes the page of a run that was measured, however it ended, from the files of the run. A
 * failure to write it is passed on as a sentence, and changes nothing in {@code run.json}.
 */
public final class RunPage implements RunObserver {

  private final Consumer<String> warnings;
  private Path directory = Path.of("");

  private RunPage(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Returns an observer of one run that writes its files and, at the end, their page.
   *
   * @param redactor removes secrets from the files
   * @param warnings receives whole sentences
   */
  public static RunObserver withFiles(Redactor redactor, Consumer<String> warnings) {
    return RunObserver.all(new ResultFiles(redactor), new RunPage(warnings));
  }

  @Override
  public void resolved(RunJob job, Path results) {
    directory = results;
  }

  @Override
  public void measured(RunReport.Measured run) {
    write();
  }

  @Override
  public void failed(RunDocument document) {
    write();
  }

  private void write() {
    try {
      ReportPage.write(directory, directory.resolve(ResultFiles.PAGE));
    } catch (IOException e) {
      lost(e);
    } catch (RuntimeException e) {
      lost(e);
    }
  }

  private void lost(Exception e) {
    warnings.accept(
        Text.format(
            "There is no page of this run: %s; 'stallmark report %s' writes it.",
            RunReport.of(e).complaint(), directory));
  }
}
