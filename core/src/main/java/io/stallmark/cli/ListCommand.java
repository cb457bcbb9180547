package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.cli.job.DeclaredCommand;
import io.stallmark.cli.job.JobOptions;
import io.stallmark.report.Terminal;
import io.stallmark.report.TextLines;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code stallmark list}. */
final class ListCommand extends DeclaredCommand {

  /** Where the texts begin. */
  private static final int COLUMN = 32;

  ListCommand(CommandContext program) {
    super(program, JobOptions.parameter("NAME", "0", "0..1"));
  }

  @Override
  protected int execute(SpecEntries given) throws SpecException {
    String name = given.text("name");
    Predicate<String> asked = each -> name == null || name.equals(each);
    List<Workload> workloads = new ArrayList<>();
    List<Binding> bindings = new ArrayList<>();
    program.registry().workloads().stream()
        .filter(w -> asked.test(w.name()))
        .forEach(workloads::add);
    program.registry().bindings().stream().filter(b -> asked.test(b.name())).forEach(bindings::add);
    if (workloads.isEmpty() && bindings.isEmpty()) {
      List<String> names = new ArrayList<>();
      program.registry().workloads().forEach(workload -> names.add(workload.name()));
      program.registry().bindings().forEach(binding -> names.add(binding.name()));
      throw new SpecException(
          "No workload or database '%s': %s",
          name, NearestWord.hint(String.valueOf(name), names.stream().distinct().toList()));
    }
    Terminal terminal = program.terminal();
    if (!workloads.isEmpty()) {
      terminal.result("Workloads");
      workloads.forEach(this::list);
    }
    if (!workloads.isEmpty() && !bindings.isEmpty()) {
      terminal.result("");
    }
    if (!bindings.isEmpty()) {
      terminal.result("Databases");
      bindings.forEach(this::list);
    }
    return CommandContext.WELL;
  }

  private void list(Workload workload) {
    line(2, workload.name(), workload.summary());
    line(4, "--threads " + threads(workload), "default number of clients");
    for (Setting setting : workload.settings()) {
      line(
          4,
          "-p " + setting.name() + "=" + setting.defaultValue(),
          setting.help() + " (" + range(setting) + ")");
    }
  }

  private void list(Binding binding) {
    BindingOptions options = binding.options();
    boolean any = options.storage().contains(BindingOptions.ANY_KEY);
    line(2, binding.name(), binding.summary());
    line(4, "URLs", String.join(" ", binding.prefixes()));
    line(4, "--driver", join(options.drivers().stream()));
    line(4, "--protocol", options.protocol() ? "prepared, text" : "none");
    line(4, "--storage", any ? "any key that the server takes" : join(options.storage().stream()));
    line(4, "--tls", join(options.tls().stream().map(m -> m.name().toLowerCase(Locale.ROOT))));
    line(
        4,
        "can do",
        binding.capabilities().stream()
            .sorted()
            .map(Capability::label)
            .collect(Collectors.joining(", ")));
  }

  private static String join(Stream<String> words) {
    String all = words.sorted().collect(Collectors.joining(", "));
    return all.isEmpty() ? "none" : all;
  }

  /** The allowed values of a setting. */
  static String range(Setting setting) {
    return switch (setting.type()) {
      case CHOICE -> String.join(", ", setting.choices());
      case TEXT -> "text";
      case INTEGER, REAL ->
          SettingsReader.plain(setting.min()) + " to " + SettingsReader.plain(setting.max());
    };
  }

  private static int threads(Workload workload) {
    return workload.roles(new SettingsReader(workload).defaults()).get(0).threads();
  }

  /** Prints a name, and its text in a column; below a name that is too long for one line. */
  private void line(int indent, String name, String text) {
    String first = " ".repeat(indent) + name;
    boolean longer = first.length() >= COLUMN;
    if (longer) {
      program.terminal().result(first);
    }
    String line = Text.format("%-" + COLUMN + "s%s", longer ? "" : first, text);
    TextLines.within(TextLines.PAGE, line, COLUMN).forEach(program.terminal()::result);
  }
}
