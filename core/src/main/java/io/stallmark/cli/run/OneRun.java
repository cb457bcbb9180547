package io.stallmark.cli.run;

import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.cli.job.Opened;
import io.stallmark.cli.job.Program;
import io.stallmark.cli.job.Request;
import io.stallmark.cli.signal.Interruption;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunFailure;
import io.stallmark.record.Kind;
import io.stallmark.report.Findings;
import io.stallmark.report.Host;
import io.stallmark.report.RunSpec;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.report.metrics.Metrics;
import io.stallmark.report.page.ReportPage;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Facts;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.tables.CacheLimit;
import io.stallmark.tables.OwnTables;
import io.stallmark.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** One run, from its directory to its page. Used once. */
final class OneRun {

  private final Program program;
  private final RunOptions options;
  private final Request request;
  private final RunSpec spec;
  private long loading; // nanoseconds; 0: it loaded nothing, or only what another load had left

  OneRun(Program program, RunOptions options, Request request, RunSpec spec) {
    this.program = program;
    this.options = options;
    this.request = request;
    this.spec = spec;
  }

  /** Loads if needed, runs, reports. Returns the exit code. */
  int run() throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    Path out = program.resolve(options.out);
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new SpecException("--out: " + options.out + " is there and no directory");
    }
    Interruption interruption = program.interruption();
    Future<Host> host = Host.look();
    try (ResultFiles files = ResultFiles.create(out, spec, program.terminal().redactor());
        Metrics metrics = metrics(spec)) {
      interruption.atLast(files::abandon);
      try (Opened opened = Opened.open(request, program.terminal(), interruption);
          CacheLimit cache = new CacheLimit(opened.database(), program.terminal()::warning);
          OwnTables own = new OwnTables(tables(opened), files.directory())) {
        if (options.cache != null) {
          interruption.atLast(cache::close);
          program.terminal().notice(cache.set(request.storage(), options.cache));
        }
        if (options.fresh) {
          own.claim(options.keep);
        }
        prepare(opened);
        interruption.stop().check();
        opened.tables().begin();
        Findings findings = findings(opened);
        files.begin(findings, host(host));
        if (loading > 0) {
          Scenario scenario = opened.scenario();
          files.loaded(scenario.tables().stream().mapToLong(scenario::rows).sum(), loading);
        }
        return new Measuring(
                program.terminal(), options, spec, opened, tables(opened), files, findings)
            .run(metrics, interruption.stop());
      } finally {
        page(files);
      }
    }
  }

  /** They are there before the load begins, which may take longer than the run. */
  private Metrics metrics(RunSpec spec) throws IOException {
    Metrics metrics = Metrics.open(options.metrics, spec);
    if (metrics.url() != null) {
      program.terminal().notice("Metrics at " + metrics.url());
    }
    return metrics;
  }

  /**
   * Whatever ended the run, what it measured has a page. One that cannot be written fails no run.
   */
  private void page(ResultFiles files) {
    if (files.measured()) {
      Path page = files.directory().resolve(ResultFiles.PAGE);
      try {
        ReportPage.write(files.directory(), page);
      } catch (IOException e) {
        program.terminal().warning("There is no page of this run: " + e.getMessage());
      } catch (RuntimeException e) {
        program.terminal().warning("There is no page of this run. " + Program.defect(e));
      }
    }
  }

  /** Loads what is absent, checks the rows of what is there. */
  private void prepare(Opened opened) throws DbException, RunFailure, InterruptedException {
    Tables tables = tables(opened);
    long before = System.nanoTime();
    Tables.Found found = opened.load(tables);
    if (found == Tables.Found.NOTHING) {
      loading = System.nanoTime() - before;
    }
    if (found == Tables.Found.ALL) {
      tables.checkRows();
    } else if (options.verify) {
      opened.verify(tables).forEach(program.terminal()::notice);
    }
  }

  private Tables tables(Opened opened) {
    return options.fresh ? opened.tables().passing() : opened.tables();
  }

  private Findings findings(Opened opened) throws DbException {
    Facts facts = opened.database().facts();
    List<String> warnings = new ArrayList<>(request.warnings());
    warnings.addAll(facts.warnings());
    warnings.addAll(opened.scenario().warnings());
    String refusal = CounterWatch.refusal(opened.database());
    if (refusal != null) {
      warnings.add(refusal);
    }
    List<Kind> kinds = Measurement.kindsOf(opened.scenario(), opened.database());
    return new Findings(facts, opened.resolved(), kinds, warnings);
  }

  private static Host host(Future<Host> looking) throws InterruptedException {
    try {
      return looking.get();
    } catch (ExecutionException e) {
      return Host.unknown();
    }
  }
}
