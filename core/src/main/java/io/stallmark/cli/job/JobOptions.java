package io.stallmark.cli.job;

import io.stallmark.plan.RunPlan;
import io.stallmark.spec.Pairs;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Tls;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Options of every command that opens a database. */
public final class JobOptions {

  /** Servers that a program may bring: the first that this one does is used without --url. */
  static final List<String> OWN_SERVERS = List.of("embedded:mysql", "embedded:mongo");

  /** The setting that has an option of its own too. */
  public static final String FIDELITY = "fidelity";

  @Parameters(
      index = "0",
      paramLabel = "WORKLOAD",
      description = "What to do with the database; 'stallmark list' names them.")
  public String workload = "";

  @ArgGroup(validate = false, heading = "%nWorkload:%n", order = 1)
  public WorkloadGroup work = new WorkloadGroup();

  @ArgGroup(validate = false, heading = "%nDatabase:%n", order = 2)
  public DatabaseGroup database = new DatabaseGroup();

  /** What is done. */
  public static final class WorkloadGroup {
    @Option(
        names = "-p",
        paramLabel = "KEY=VALUE",
        description =
            "A setting of the workload; repeatable. Numbers take k, M and G. 'stallmark list' has"
                + " all settings with their defaults.")
    public List<String> settings = new ArrayList<>();

    @Option(
        names = "--" + FIDELITY,
        paramLabel = "VALUE",
        description =
            "The same as -p fidelity=VALUE, for workloads with that setting: linkbench has"
                + " as-documented and as-coded.")
    public @Nullable String fidelity;

    @Option(
        names = "--seed",
        paramLabel = "N",
        defaultValue = "" + RunPlan.DEFAULT_SEED,
        description =
            "Fixes row contents and every random choice: one seed gives the same operations on"
                + " every database. Default: ${DEFAULT-VALUE}.")
    public long seed;

    /** The settings that are given, by whichever of the options. */
    Map<String, String> given() throws SpecException {
      Map<String, String> given = new LinkedHashMap<>(Pairs.parse("-p", settings));
      if (fidelity != null) {
        String other = given.putIfAbsent(FIDELITY, fidelity);
        if (other != null && !other.equals(fidelity)) {
          throw new SpecException(
              "--fidelity %s and -p fidelity=%s differ: give one of them"
                  .formatted(fidelity, other));
        }
      }
      return given;
    }
  }

  /** Where it is done. */
  public static final class DatabaseGroup {
    @Option(
        names = "--url",
        paramLabel = "URL",
        description =
            "mysql://user@host:3306/db, mariadb://…, mongodb://…, mongodb+srv://…, jdbc:…, or a"
                + " server of its own: embedded:mysql, embedded:mongo. Without --url"
                + " the first of these that the program has.")
    public @Nullable String url;

    @Option(
        names = "--driver",
        paramLabel = "NAME",
        description = "Another client library than the URL's scheme implies.")
    public @Nullable String driver;

    @Option(
        names = "--storage",
        paramLabel = "KEY=VALUE,…",
        description =
            "How tables are stored: engine=InnoDB,row_format=COMPRESSED,key_block_size=8 or"
                + " block_compressor=zstd.")
    public List<String> storage = new ArrayList<>();

    @Option(
        names = "--tls",
        paramLabel = "off|required|verify",
        converter = TlsConverter.class,
        description =
            "off: in the clear. required: encrypted, any certificate. verify: encrypted, certificate"
                + " and host name checked. Default: as the URL says.")
    public Tls.Mode tls = Tls.Mode.UNSAID;

    @Option(
        names = "--tls-ca",
        paramLabel = "FILE",
        description = "Trust the authority in this PEM file instead of the JDK's.")
    public @Nullable Path ca;

    @Option(
        names = "--password-file",
        paramLabel = "FILE",
        description = "The password is the file's first line.")
    public @Nullable Path passwordFile;

    @Option(names = "--password", description = "Ask for the password on the terminal.")
    public boolean password;
  }

  /** How many clients, loaders or checkers there are. */
  public static final class Threads {

    public static final int MOST = 10_000;

    @Option(
        names = "--threads",
        paramLabel = "N",
        description =
            "Clients at a time, each with a connection of its own. Default: 4, or what 'stallmark"
                + " list' says of the workload.")
    private @Nullable Integer given;

    /** As said, or as many as the workload has by default. */
    public int of(Workload workload) throws SpecException {
      int threads = given == null ? workload.threads() : given;
      if (threads < 1 || threads > MOST) {
        throw new SpecException("--threads must be within 1 and " + MOST + ", not " + threads);
      }
      return threads;
    }
  }

  /** Reads {@code --tls}. */
  public static final class TlsConverter implements ITypeConverter<Tls.Mode> {
    @Override
    public Tls.Mode convert(String value) {
      return switch (value.toLowerCase(Locale.ROOT)) {
        case "off" -> Tls.Mode.OFF;
        case "required" -> Tls.Mode.REQUIRED;
        case "verify" -> Tls.Mode.VERIFY;
        default ->
            throw new TypeConversionException("'" + value + "' is none of off, required, verify");
      };
    }
  }
}
