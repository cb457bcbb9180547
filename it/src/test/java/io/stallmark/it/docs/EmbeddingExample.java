package io.stallmark.it.docs;

import io.stallmark.report.page.RunPage;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunHandle;
import io.stallmark.run.RunObserver;
import io.stallmark.run.RunReport;
import io.stallmark.run.RunSpec;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** The example of docs/embedding.md. */
final class EmbeddingExample {

  private EmbeddingExample() {}

  /** Runs until 100 transactions have succeeded, and takes the report. */
  static RunReport runUntilItHasMeasuredEnough(Path results) throws Exception {
    Benchmark benchmark = new Benchmark(Credentials.ofPassword("secret"));
    RunSpec spec =
        benchmark
            .spec(
                """
                workload: sysbench
                url: embedded:mongo
                settings: {tables: 1, rows: 100}
                threads: 2
                seconds: 3600
                interval: 0.2
                """)
            .to(results);
    AtomicReference<RunHandle> handle = new AtomicReference<>();
    RunObserver observer =
        new RunObserver() {
          private long transactions;

          @Override
          public void started(RunHandle run) {
            handle.set(run);
          }

          @Override
          public void interval(LiveInterval last) {
            transactions += last.interval().series().get(0).successes();
            if (transactions >= 100) {
              Objects.requireNonNull(handle.get()).stop();
            }
          }
        };
    RunObserver files = RunPage.withFiles(benchmark.credentials().redactor(), System.err::println);
    return benchmark.run(spec, observer, files);
  }
}
