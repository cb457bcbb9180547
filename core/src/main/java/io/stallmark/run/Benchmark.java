package io.stallmark.run;

import io.stallmark.analysis.counters.CounterWatch;
import io.stallmark.engine.Measurement;
import io.stallmark.engine.RunFailure;
import io.stallmark.plan.Registry;
import io.stallmark.record.Kind;
import io.stallmark.result.RunDocument.HostFacts;
import io.stallmark.run.document.HostScan;
import io.stallmark.run.document.RunDocumentBuilder;
import io.stallmark.run.document.RunFindings;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.Facts;
import io.stallmark.tables.AcknowledgedWrites;
import io.stallmark.tables.CacheLimit;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.TemporaryTables;
import io.stallmark.tables.VerificationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Entry point of the library: executes a run from its specification to its report. Immutable; each
 * call of {@link #run} executes one run.
 *
 * @param registry the workloads and bindings to choose from
 * @param credentials the password and other secrets that the specification does not contain
 * @param generators where the load of runs is generated
 */
public record Benchmark(
    Registry registry, Credentials credentials, LoadGenerator.Factory generators) {

  /** Creates a benchmark whose load this process generates. */
  public Benchmark(Registry registry, Credentials credentials) {
    this(registry, credentials, LoadGenerator.inThisProcess());
  }

  /** Creates a benchmark with the workloads and bindings on the class path. */
  public Benchmark(Credentials credentials) {
    this(Registry.load(), credentials);
  }

  /**
   * Reads a specification in YAML or JSON, with the keys of {@code docs/run.yaml}.
   *
   * @throws SpecException with line and key of the first error
   */
  public RunSpec spec(String text) throws SpecException {
    return new RunSpecReader(registry, path -> path).parse(text);
  }

  /** As {@link #spec(String)}, of a database that the text does not name. */
  public RunSpec spec(String text, String url) throws SpecException {
    SpecEntries given = new SpecEntries(List.of(new SpecEntries.Entry("url", url)));
    return new RunSpecReader(registry, path -> path).parse(text, given);
  }

  /**
   * Loads the tables if needed and executes the run. Blocks until the run ends. The results are
   * passed to the observers, which may save them.
   *
   * @return the report of a run that was measured, with any verdict
   * @throws SpecException if the specification cannot run on this database
   * @throws DbException if the database cannot be reached or refuses a required operation
   * @throws RunFailure if the existing tables do not fit the specification
   * @throws IOException with a one-line message, if results cannot be written
   * @throws InterruptedException if the run was stopped before the measurement
   */
  public RunReport run(RunSpec spec, RunObserver... observers)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    return run(RunJob.of(spec, registry, credentials), observers);
  }

  /** As {@link #run(RunSpec, RunObserver...)}, of a specification that is resolved. */
  public RunReport run(RunJob job, RunObserver... observers)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    return run(job, new RunHandle(), observers);
  }

  /**
   * As {@link #run(RunSpec, RunObserver...)}, of a run that is stopped together with others.
   *
   * @param handle stops all of them
   */
  public RunReport run(RunJob job, RunHandle handle, RunObserver... observers)
      throws SpecException, DbException, RunFailure, IOException, InterruptedException {
    RunObserver observer = RunObserver.all(observers);
    observer.started(handle);
    generators.check(job);
    RunReport report = new OneRun(job, generators, handle, observer).run();
    observer.finished(report);
    return report;
  }

  /**
   * Drops the tables that a run would use, whoever created them. Returns the number of dropped
   * tables.
   */
  public int drop(RunSpec spec, RunObserver... observers)
      throws SpecException, DbException, InterruptedException {
    RunJob job = RunJob.of(spec.on(false, false, false), registry, credentials);
    try (BenchmarkContext context = BenchmarkContext.open(job, true, observers)) {
      return context.tables().drop();
    }
  }

  /** Opens the database of a run. The caller closes the returned context. */
  public BenchmarkContext open(RunSpec spec, RunObserver... observers)
      throws SpecException, DbException, InterruptedException {
    return BenchmarkContext.open(RunJob.of(spec, registry, credentials), false, observers);
  }

  /** One run, from creating its directory to its report. Used once. */
  private static final class OneRun {

    private final RunJob job;
    private final LoadGenerator.Factory generators;
    private final RunHandle handle;
    private final RunObserver observer;
    // nanoseconds; 0 if nothing was loaded or only an earlier load was resumed
    private long loading;

    OneRun(RunJob job, LoadGenerator.Factory generators, RunHandle handle, RunObserver observer) {
      this.job = job;
      this.generators = generators;
      this.handle = handle;
      this.observer = observer;
    }

    RunReport run()
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      Path out = job.spec().get(RunOptions.OUT);
      if (Files.exists(out) && !Files.isDirectory(out)) {
        throw new SpecException("--out: " + out + " is not a directory");
      }
      Instant start = Instant.now();
      Future<HostFacts> host = HostScan.start();
      try (RunDirectory directory = RunDirectory.create(out, job, start)) {
        handle.atAbandon(directory::close);
        return run(start, directory.path(), host);
      }
    }

    private RunReport run(Instant start, Path directory, Future<HostFacts> host)
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      try {
        observer.resolved(job, directory);
        observer.phase(RunObserver.Phase.LOADING);
        try (BenchmarkContext context = BenchmarkContext.open(job, false, handle, observer);
            CacheLimit cache = context.cacheLimit();
            TemporaryTables own =
                new TemporaryTables(context.tables(), directory, observer::warning)) {
          limit(cache);
          context.configureFirst();
          if (job.spec().get(RunOptions.FRESH)) {
            own.claim(job.spec().get(RunOptions.KEEP));
          }
          prepare(context);
          handle.flag().check();
          return measure(start, context, directory, host);
        }
      } finally {
        observer.closed();
      }
    }

    private RunReport measure(
        Instant start, BenchmarkContext context, Path directory, Future<HostFacts> host)
        throws SpecException, DbException, RunFailure, IOException, InterruptedException {
      try {
        context.tables().begin();
        RunFindings findings = context.ask(() -> findings(context));
        RunDocumentBuilder document =
            new RunDocumentBuilder(RunStart.document(job, start, findings, host(host)), job.plan());
        if (loading > 0) {
          document.loaded((long) context.workload().rows(), loading);
        }
        observer.prepared(job, findings, document.start());
        return new RunMeasurement(context, generators, document, findings, directory).run();
      } finally {
        context.tables().end(observer::warning);
      }
    }

    private void limit(CacheLimit cache) throws DbException, InterruptedException {
      Long most = job.spec().find(RunOptions.CACHE);
      if (most != null) {
        handle.atAbandon(cache::restore);
        observer.notice(cache.set(job.spec().get(RunOptions.STORAGE), most));
      }
    }

    /** Loads absent tables and checks the row counts of existing ones. */
    private void prepare(BenchmarkContext context)
        throws DbException, RunFailure, InterruptedException {
      long before = System.nanoTime();
      ScenarioTables.Found found = context.load(generators);
      if (found == ScenarioTables.Found.NOTHING) {
        loading = System.nanoTime() - before;
      }
      if (found == ScenarioTables.Found.ALL) {
        context.tables().checkRows();
      } else if (job.spec().get(RunOptions.VERIFY) && context.workload().rows() > 0) {
        VerificationResult result = context.verify(AcknowledgedWrites.NONE);
        result.sentences().forEach(result.holds() ? observer::notice : observer::verified);
        if (!result.holds()) {
          throw new RunFailure(result.failure());
        }
      }
    }

    private RunFindings findings(BenchmarkContext context) throws DbException {
      Facts facts = context.database().facts(context.workload().tables());
      List<String> warnings = new ArrayList<>(job.warnings());
      warnings.addAll(facts.warnings());
      warnings.addAll(context.workload().warnings());
      if (job.plan().warmup() == 0) {
        warnings.addAll(context.workload().warningsWithoutWarmup());
      }
      String refusal = CounterWatch.refusal(context.database());
      if (refusal != null) {
        warnings.add(refusal);
      }
      List<Kind> kinds = Measurement.kindsOf(job.plan(), context.workload(), context.database());
      return new RunFindings(facts, context.resolved(), kinds, warnings);
    }

    private static HostFacts host(Future<HostFacts> looking) throws InterruptedException {
      try {
        return looking.get();
      } catch (ExecutionException e) {
        return HostScan.unknown();
      }
    }
  }
}
