package io.stallmark.cli.job;

import io.stallmark.cli.usage.KnownWords;
import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The {@link RunOptions} as options of commands; {@link DeclaredCommand} reads them. */
public final class JobOptions {

  /** Labels of what a shell completes as a file. */
  private static final Set<String> PATHS = Set.of("FILE", "DIR", "PATH", "A", "B");

  /** Options of a run that a duet has not: both runs are measured once, and for the same time. */
  private static final List<SpecOption<?>> ALONE =
      List.of(
          RunOptions.EVENTS,
          RunOptions.REQUIRE_TRUSTED, // the gate has it
          RunOptions.METRICS,
          RunOptions.CACHE,
          RunOptions.BEFORE, // has --a-sql and --b-sql
          RunOptions.KEEP,
          RunOptions.REPEAT,
          RunOptions.SPEC,
          RunOptions.DRY_RUN,
          RunOptions.FIND_RATE,
          RunOptions.PHASE);

  /** Names of the options of a run that a duet has not, without dashes. */
  public static final Set<String> NOT_OF_DUETS = Set.copyOf(SpecOption.names(ALONE));

  private JobOptions() {}

  /** The workload, its options and those of the database. */
  public static CommandSpec ofJob() {
    return parameter("WORKLOAD", "0", "0..1") // a file can have it
        .addMixin("workload", group("Workload", 1, RunOptions.OF_WORKLOAD))
        .addMixin("database", group("Database", 2, RunOptions.OF_DATABASE));
  }

  /**
   * A parameter.
   *
   * @param label its name; those of files and directories are completed as such, others as a
   *     workload
   */
  public static CommandSpec parameter(String label, String index, String arity) {
    PositionalParamSpec.Builder builder =
        PositionalParamSpec.builder()
            .index(index)
            .arity(arity)
            .required(!arity.startsWith("0"))
            .type(index.endsWith("*") ? List.class : type(label))
            .auxiliaryTypes(type(label))
            .paramLabel(label);
    if (!PATHS.contains(label)) {
      builder.completionCandidates(KnownWords.workloads());
    }
    return CommandSpec.create().addPositional(builder.build());
  }

  private static Class<?> type(String label) {
    return PATHS.contains(label) ? Path.class : String.class;
  }

  /** The options of the connection. */
  public static CommandSpec ofConnection() {
    return group("Database", 2, RunOptions.OF_CONNECTION);
  }

  /** The options of the run and its load. */
  public static CommandSpec ofRun() {
    return group("Run", 3, RunOptions.OF_RUN)
        .addMixin("load", group("Load", 4, RunOptions.OF_LOAD));
  }

  /** The options of both runs of a duet and of their load. */
  public static CommandSpec ofDuet() {
    List<SpecOption<?>> options = new ArrayList<>(RunOptions.OF_RUN);
    options.addAll(RunOptions.OF_LOAD);
    options.removeAll(ALONE);
    return group("Run", 3, options);
  }

  /** Options that are in no group. */
  public static CommandSpec of(SpecOption<?>... options) {
    CommandSpec command = CommandSpec.create();
    for (SpecOption<?> option : options) {
      command.addOption(option(option));
    }
    return command;
  }

  /** An option that must be given. */
  public static CommandSpec required(SpecOption<?> option) {
    return CommandSpec.create()
        .addOption(OptionSpec.builder(option(option)).required(true).build());
  }

  /** Options below a heading. */
  static CommandSpec group(String heading, int order, List<SpecOption<?>> options) {
    ArgGroupSpec.Builder group =
        ArgGroupSpec.builder().validate(false).heading("%n" + heading + ":%n").order(order);
    options.forEach(option -> group.addArg(option(option)));
    return CommandSpec.create().addArgGroup(group.build());
  }

  private static OptionSpec option(SpecOption<?> option) {
    String name = option.name();
    OptionSpec.Builder builder =
        option.equals(RunOptions.DEFINE)
            ? OptionSpec.builder("-D", "--" + name)
            : OptionSpec.builder((option.equals(RunOptions.SETTING) ? "-" : "--") + name);
    switch (option.form()) {
      case FLAG -> builder.type(boolean.class);
      case VALUE -> builder.type(type(option.label())).defaultValue(option.defaultText());
      case LIST -> builder.type(List.class).auxiliaryTypes(String.class);
    }
    if (!option.isFlag()) {
      builder.paramLabel(option.label());
    }
    if (name.equals("null")) {
      builder.descriptionKey("absent"); // picocli asks for "null" where no key is set
    }
    if (option.equals(RunOptions.SETTING)) {
      builder.completionCandidates(() -> KnownWords.settings().iterator());
    }
    return builder.build();
  }
}
