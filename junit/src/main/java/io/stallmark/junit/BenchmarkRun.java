package io.stallmark.junit;

import io.stallmark.plan.Registry;
import io.stallmark.report.compare.ComparedGroups;
import io.stallmark.run.Benchmark;
import io.stallmark.run.Credentials;
import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpec;
import io.stallmark.run.duet.DuetMode;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.Secret;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Benchmark of a test method, which needs a database. Parameter of a {@link BenchmarkTest}. */
public final class BenchmarkRun {

  /** Configuration parameter of JUnit, or system property, that has {@link #STORE}. */
  static final String PARAMETER = "stallmark.benchmark";

  /** Value with which runs become the baseline, instead of being compared with it. */
  static final String STORE = "store";

  /** Annotation of the test method. */
  final BenchmarkTest asked;

  /** Directory of all files that the test leaves. */
  final Path directory;

  /** Whether runs become the baseline. */
  final boolean stores;

  final BenchmarkOutput output;

  private final Registry registry = Registry.load();

  BenchmarkRun(BenchmarkTest asked, Path directory, boolean stores, BenchmarkOutput output) {
    this.asked = asked;
    this.directory = directory;
    this.stores = stores;
    this.output = output;
  }

  /**
   * Returns the benchmark on a database.
   *
   * @param url URL, which may have user and password
   * @throws SpecException if the specification is invalid, or no binding takes the URL
   */
  public BenchmarkSide on(String url) throws SpecException {
    return on(url, DatabaseUrl.parse(url).password());
  }

  /**
   * Returns the benchmark on a database, such as that of a container.
   *
   * @param url URL without a user, also {@code jdbc:}
   * @throws SpecException if the specification is invalid, or no binding takes the URL
   */
  public BenchmarkSide on(String url, String user, String password) throws SpecException {
    String name = URLEncoder.encode(user, StandardCharsets.UTF_8).replace("+", "%20");
    return on(url.replaceFirst("//", "//" + name + "@"), new Secret(password));
  }

  private BenchmarkSide on(String url, @Nullable Secret password) throws SpecException {
    Credentials credentials = Credentials.of(url, password, List.of());
    RunSpec spec = benchmark(credentials).spec(asked.value(), url);
    return new BenchmarkSide(this, spec, credentials, List.of(), spec.url());
  }

  /** Returns a specification with the times of turns where the user has given none. */
  RunSpec timedForTurns(RunSpec spec) throws SpecException {
    RunSpec timed =
        gives(RunOptions.SECONDS) ? spec : spec.with(RunOptions.SECONDS, DuetMode.DURATION);
    return gives(RunOptions.INTERVAL) ? timed : timed.with(RunOptions.INTERVAL, DuetMode.INTERVAL);
  }

  private boolean gives(SpecOption<?> option) throws SpecException {
    YamlNode text = YamlNode.parse(Path.of("specification"), asked.value());
    YamlNode value = text.mapping().get(option.name());
    return value != null && value.hasValue();
  }

  Registry registry() {
    return registry;
  }

  Benchmark benchmark(Credentials credentials) {
    return new Benchmark(registry, credentials);
  }

  /** Judges a comparison by a limit, and writes its files. */
  void conclude(ComparedGroups compared, String limit, String page, BenchmarkVerdict.Writer writer)
      throws IOException, SpecException {
    BenchmarkVerdict.of(compared, limit, asked.allowUntrusted())
        .conclude(directory.resolve(page), writer, output);
  }
}
