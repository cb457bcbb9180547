package io.stallmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.plan.Pacing;
import io.stallmark.plan.Phase;
import io.stallmark.plan.Registry;
import io.stallmark.plan.RolePlan;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.SpecOption;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunSpecTest {

  @TempDir Path directory;
  private RunSpecReader reader;

  @BeforeEach
  void begin() {
    reader = new RunSpecReader(new Registry(List.of(new Idle()), List.of()), path -> path);
  }

  /** A workload that is never run. */
  private static final class Idle implements Workload {
    @Override
    public String name() {
      return "idle";
    }

    @Override
    public String summary() {
      return "does nothing";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.integer("rows", "10", 1, 1_000_000_000, "rows"),
          Setting.choice("mix", List.of("one", "other"), "mix"));
    }

    @Override
    public List<Role.Size> roles(Settings settings) {
      return List.of(new Role.Size("workers", 4), new Role.Size("readers", 2));
    }

    @Override
    public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
      throw new AssertionError("a specification is only read");
    }
  }

  private RunSpec read(String... pairs) throws SpecException {
    SpecEntries entries = new SpecEntries(List.of()).with("workload", "idle");
    entries = entries.with("url", "memory://host/db");
    for (int i = 0; i < pairs.length; i += 2) {
      entries = entries.with(pairs[i], pairs[i + 1]);
    }
    return reader.read(entries);
  }

  /** Every option has another value in one of these than by default. */
  private List<RunSpec> specs() throws Exception {
    List<String> pairs = new ArrayList<>(List.of("p", "rows=1k", "p", "mix=other"));
    for (SpecOption<?> option : RunOptions.OF_SPECIFICATION) {
      if (!List.of("url", "think-time", "phase", "role").contains(option.name())) {
        String authority = Files.writeString(directory.resolve("ca.pem"), "x").toString();
        pairs.add(option.name());
        pairs.add(option.equals(RunOptions.TLS_CA) ? authority : OptionSamples.of(option));
      }
    }
    return List.of(
        read(),
        read(pairs.toArray(String[]::new)),
        read(
            "name", "nightly: 'a'",
            "tag", "commit=0123",
            "tag", "branch=x y",
            "storage", "a=b,c=d",
            "seed", "-5",
            "limit", "p99<200ms",
            "limit", "errors<1%",
            "before", "SET a=1, b=2",
            "before", "SET c=3"),
        read("events", "5", "think-time", "exponential:1.5ms", "metrics", "prometheus:0"),
        read(
            "phase", "a seconds=2 mix=one",
            "phase", "b seconds=3 think-time=5ms",
            "role", "readers threads=1 rate=5"));
  }

  @Test
  void specification_isTheSameAfterJson_andAfterYaml() throws Exception {
    for (RunSpec spec : specs()) {
      assertThat(reader.parse(RunSpecWriter.json(spec))).isEqualTo(spec);
      assertThat(reader.parse(RunSpecWriter.yaml(spec))).isEqualTo(spec);
    }
  }

  @Test
  void everyOption_hasAnotherValueThanByDefault_inOneOfThem() throws Exception {
    List<RunSpec> specs = specs();
    for (SpecOption<?> option : RunOptions.OF_SPECIFICATION) {
      if (!option.equals(RunOptions.URL)) {
        assertThat(specs.stream().map(spec -> "" + spec.find(option)).distinct().count())
            .as(option.name())
            .isGreaterThan(1);
      }
    }
  }

  @Test
  void everyDeclaration_isInTheListOfAGroup() {
    assertThat(RunOptions.class.getFields())
        .filteredOn(field -> field.getType() == SpecOption.class)
        .allSatisfy(field -> assertThat(RunOptions.ALL).contains((SpecOption<?>) field.get(null)));
  }

  @Test
  void password_isNoPartOfIt() throws Exception {
    SpecEntries entries =
        new SpecEntries(List.of())
            .with("workload", "idle")
            .with("url", "mysql://u:Canary-1@h/db?trustCertificateKeyStorePassword=Canary-2");
    RunSpec spec = reader.read(entries);
    assertThat(spec.url()).startsWith("mysql://u@h/db");
    assertThat(RunSpecWriter.json(spec) + RunSpecWriter.yaml(spec) + spec)
        .doesNotContain("Canary-1", "Canary-2");
  }

  @Test
  void fault_namesLineAndKey() {
    assertThatThrownBy(() -> reader.parse("workload: idle\nthraeds: 3\n"))
        .hasMessage(
            "specification, line 2, key thraeds: there is no such key; did you mean threads?");
  }

  @Test
  void defaults_areResolved() throws Exception {
    RunSpec spec = read("seed", "4");
    assertThat(spec.get(RunOptions.THREADS)).isEqualTo(4);
    assertThat(spec.get(RunOptions.REQUEST_SEED)).isEqualTo(4);
    assertThat(spec.duration()).isEqualTo(30_000_000_000L);
    assertThat(read("events", "9").duration()).isZero();
    assertThat(read("rate", "5@3s,6").duration()).isEqualTo(3_000_000_000L);
  }

  @Test
  void repetitions_haveRequestSeedsOfTheirOwn() throws Exception {
    RunSpec spec = read();
    assertThat(spec.repetition(1).get(RunOptions.REQUEST_SEED))
        .isNotEqualTo(spec.repetition(2).get(RunOptions.REQUEST_SEED));
    assertThat(spec.repetition(1).get(RunOptions.SEED)).isEqualTo(spec.get(RunOptions.SEED));
    assertThat(spec.at(5).get(RunOptions.RATE).afterwards()).isEqualTo(5);
  }

  private List<RolePlan> roles(String... pairs) throws SpecException {
    return RunSpecReader.plan(read(pairs), new Idle()).roles();
  }

  private static Pacing open(double rate) {
    return new Pacing.OpenLoop(rate, Pacing.Distribution.CONSTANT);
  }

  @Test
  void roles_haveTheirOwnLoad_theFirstThatOfTheRun() throws Exception {
    Pacing closed = new Pacing.ClosedLoop();
    assertThat(roles("threads", "8", "rate", "800"))
        .containsExactly(new RolePlan("workers", 8, open(800)), new RolePlan("readers", 2, closed));
    assertThat(roles("role", "readers threads=3 rate=20", "role", "workers threads=6"))
        .containsExactly(new RolePlan("workers", 6, closed), new RolePlan("readers", 3, open(20)));
  }

  @Test
  void phases_giveLoadsByRole() throws Exception {
    String[] given = {
      "role", "readers rate=5",
      "phase", "a seconds=1 rate=10",
      "phase", "b seconds=2 rate=20 threads=1 readers.threads=0 readers.rate=7"
    };
    List<Phase> phases = RunSpecReader.plan(read(given), new Idle()).phases();
    assertThat(phases.get(0).roles())
        .containsExactly(new RolePlan("workers", 4, open(10)), new RolePlan("readers", 2, open(5)));
    assertThat(phases.get(1).roles())
        .containsExactly(new RolePlan("workers", 1, open(20)), new RolePlan("readers", 0, open(7)));
    assertThat(((Pacing.OpenLoop) roles(given).get(1).pacing()).rates().text())
        .isEqualTo("5@1s,7@2s");
  }

  @ParameterizedTest
  @CsvSource({
    "reader threads=1, there is no role 'reader': did you mean readers?",
    "readers thread=1, there is no key 'thread': did you mean threads?",
    "'readers rate=1 think-time=1s', think-time cannot be used with a rate",
    "readers threads=0, 'threads must be within 1 and 10000, not 0'"
  })
  void roleThatCannotBe_isRefused(String role, String complaint) {
    assertThatThrownBy(() -> roles("role", role))
        .isInstanceOf(SpecException.class)
        .hasMessage("--role '" + role + "': " + complaint);
  }

  @Test
  void phaseWithAWrongSetting_isRefused() {
    assertThatThrownBy(() -> read("phase", "a seconds=1 mix=neither"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("-p mix: 'neither' is not one of one, other");
  }

  @Test
  void settings_areThoseGiven() throws Exception {
    assertThat(read("p", "rows=1k").settings()).isEqualTo(Map.of("rows", "1k"));
  }
}
