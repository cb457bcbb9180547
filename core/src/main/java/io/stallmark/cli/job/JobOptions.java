package io.stallmark.cli.job;

import io.stallmark.plan.RunPlan;
import io.stallmark.spec.SpecEntries;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command that opens a database; {@link OptionEntries} reads them. */
public final class JobOptions {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "WORKLOAD",
      completionCandidates = KnownWords.Workloads.class)
  @Nullable String workload;

  @ArgGroup(validate = false, heading = "%nWorkload:%n", order = 1)
  WorkloadGroup work = new WorkloadGroup();

  @ArgGroup(validate = false, heading = "%nDatabase:%n", order = 2)
  DatabaseGroup database = new DatabaseGroup();

  /** The options of the workload. */
  static final class WorkloadGroup {
    @Option(
        names = "-p",
        paramLabel = "KEY=VALUE",
        completionCandidates = KnownWords.Settings.class)
    List<String> settings = new ArrayList<>();

    @Option(names = "--" + SpecEntries.FIDELITY, paramLabel = "VALUE")
    @Nullable String fidelity;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + RunPlan.DEFAULT_SEED)
    @Nullable String seed;
  }

  /** The options of the database and its tables. */
  static final class DatabaseGroup extends ConnectionGroup {
    @Option(names = "--storage", paramLabel = "KEY=VALUE,…")
    List<String> storage = new ArrayList<>();
  }

  /** The options of the database connection. */
  public abstract static class ConnectionGroup {
    @Option(names = "--url", paramLabel = "URL")
    @Nullable String url;

    @Option(names = "--driver", paramLabel = "NAME")
    @Nullable String driver;

    @Option(names = "--tls", paramLabel = "off|required|verify")
    @Nullable String tls;

    @Option(names = "--tls-ca", paramLabel = "FILE")
    @Nullable String ca;

    @Option(names = "--reconnect", paramLabel = "TIME", defaultValue = "60")
    @Nullable String reconnect;

    @Option(names = "--patience", paramLabel = "TIME", defaultValue = "60")
    @Nullable String patience;

    @Option(names = "--password-file", paramLabel = "FILE")
    @Nullable String passwordFile;

    @Option(names = "--password")
    boolean password;
  }

  /** The number of clients, or of threads that load or verify. */
  public static final class Threads {

    @Option(names = "--threads", paramLabel = "N")
    @Nullable String threads;
  }
}
