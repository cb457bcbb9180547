package io.stallmark.cli.job;

import io.stallmark.run.RunOptions;
import io.stallmark.spec.SpecOption;
import java.util.List;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The {@link RunOptions} as options of commands; {@link OptionEntries} reads them. */
public final class JobOptions {

  private JobOptions() {}

  /** The workload, its options and those of the database. */
  public static CommandSpec ofJob() {
    return ofWorkload("0..1")
        .addMixin("workload", group("Workload", 1, RunOptions.OF_WORKLOAD))
        .addMixin("database", group("Database", 2, RunOptions.OF_DATABASE));
  }

  /**
   * The workload.
   *
   * @param arity {@code 1}: it is required; {@code 0..1}: a file can have it
   */
  public static CommandSpec ofWorkload(String arity) {
    return CommandSpec.create()
        .addPositional(
            PositionalParamSpec.builder()
                .index("0")
                .arity(arity)
                .required(arity.equals("1"))
                .type(String.class)
                .paramLabel("WORKLOAD")
                .completionCandidates(new KnownWords.Workloads())
                .build());
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

  /** Options that are in no group. */
  public static CommandSpec of(SpecOption<?>... options) {
    CommandSpec command = CommandSpec.create();
    for (SpecOption<?> option : options) {
      command.addOption(option(option));
    }
    return command;
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
    OptionSpec.Builder builder = OptionSpec.builder((name.length() == 1 ? "-" : "--") + name);
    switch (option.form()) {
      case FLAG -> builder.type(boolean.class);
      case VALUE -> builder.type(String.class).defaultValue(option.defaultText());
      case LIST -> builder.type(List.class).auxiliaryTypes(String.class);
    }
    if (!option.isFlag()) {
      builder.paramLabel(option.label());
    }
    if (option.equals(RunOptions.SETTING)) {
      builder.completionCandidates(() -> KnownWords.settings().iterator());
    }
    return builder.build();
  }
}
