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
      description = "What to do with the database; 'stallmark list' names them.")
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
        description =
            "A setting of the workload; repeatable. Numbers take k, M and G. 'stallmark list' has"
                + " all settings with their defaults.")
    List<String> settings = new ArrayList<>();

    @Option(
        names = "--" + SpecEntries.FIDELITY,
        paramLabel = "VALUE",
        description =
            "The same as -p fidelity=VALUE, for workloads with that setting: linkbench has"
                + " as-documented and as-coded.")
    @Nullable String fidelity;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "" + RunPlan.DEFAULT_SEED,
        description =
            "Fixes row contents and every random choice: one seed gives the same operations on"
                + " every database. Default: ${DEFAULT-VALUE}.")
    @Nullable String seed;
  }

  /** The options of the database connection. */
  static final class DatabaseGroup {
    @Option(
        names = "--url",
        paramLabel = "URL",
        description =
            "scheme://user@host:port/database, jdbc:…, or embedded:NAME, a server that the program"
                + " starts itself; 'stallmark list' has them all. Without --url an embedded one.")
    @Nullable String url;

    @Option(
        names = "--driver",
        paramLabel = "NAME",
        description = "Another client library than the URL's scheme implies.")
    @Nullable String driver;

    @Option(
        names = "--storage",
        paramLabel = "KEY=VALUE,…",
        description =
            "How tables are stored; 'stallmark list' has the keys that a database's binding knows.")
    List<String> storage = new ArrayList<>();

    @Option(
        names = "--tls",
        paramLabel = "off|required|verify",
        description =
            "off: in the clear. required: encrypted, any certificate. verify: encrypted, certificate"
                + " and host name checked. Default: as the URL says.")
    @Nullable String tls;

    @Option(
        names = "--tls-ca",
        paramLabel = "FILE",
        description = "Trust the authority in this PEM file instead of the JDK's.")
    @Nullable String ca;

    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description = "The password is the file's first line.")
    @Nullable String passwordFile;

    @Option(names = "--password", description = "Ask for the password on the terminal.")
    boolean password;
  }

  /** The number of clients, or of threads that load or verify. */
  public static final class Threads {

    @Option(
        names = "--threads",
        paramLabel = "N",
        description =
            "Clients at a time, each with a connection of its own. Default: 4, or what 'stallmark"
                + " list' says of the workload.")
    @Nullable String threads;
  }
}
