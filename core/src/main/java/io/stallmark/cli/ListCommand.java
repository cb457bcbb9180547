package io.stallmark.cli;

import io.stallmark.cli.job.CommandContext;
import io.stallmark.report.Terminal;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecException;
import io.stallmark.spi.Binding;
import io.stallmark.spi.BindingOptions;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code stallmark list}. */
@Command(name = "list")
final class ListCommand implements Callable<Integer> {

  private final CommandContext program;

  ListCommand(CommandContext program) {
    this.program = program;
  }

  @Override
  public Integer call() {
    Terminal terminal = program.terminal();
    terminal.result("Workloads");
    for (Workload workload : program.registry().workloads()) {
      line(terminal, 2, workload.name(), workload.summary());
      line(terminal, 4, "--threads " + threads(workload), "clients unless you say otherwise");
      workload
          .settings()
          .forEach(
              setting ->
                  line(
                      terminal,
                      4,
                      "-p " + setting.name() + "=" + setting.defaultValue(),
                      setting.help() + " (" + range(setting) + ")"));
    }
    terminal.result("");
    terminal.result("Databases");
    for (Binding binding : program.registry().bindings()) {
      line(terminal, 2, binding.name(), binding.summary());
      line(terminal, 4, "URLs", String.join(" ", binding.prefixes()));
      BindingOptions options = binding.options();
      line(terminal, 4, "--driver", words(options.drivers()));
      line(
          terminal,
          4,
          "--storage",
          options.storage().contains(BindingOptions.ANY_KEY)
              ? "any key that the server takes"
              : words(options.storage()));
      line(
          terminal,
          4,
          "--tls",
          words(
              options.tls().stream()
                  .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.toSet())));
      line(
          terminal,
          4,
          "can do",
          binding.capabilities().stream()
              .sorted()
              .map(Capability::words)
              .collect(Collectors.joining(", ")));
    }
    return CommandContext.WELL;
  }

  private static String words(Set<String> words) {
    return words.isEmpty() ? "none" : words.stream().sorted().collect(Collectors.joining(", "));
  }

  /** The allowed values of a setting. */
  static String range(Setting setting) {
    return setting.type() == Setting.Type.CHOICE
        ? String.join(", ", setting.choices())
        : SettingsReader.plain(setting.min()) + " to " + SettingsReader.plain(setting.max());
  }

  private static int threads(Workload workload) {
    try {
      return workload.roles(new SettingsReader(workload).read(Map.of())).get(0).threads();
    } catch (SpecException e) {
      throw new IllegalStateException("A default is not what its setting allows", e);
    }
  }

  private static void line(Terminal terminal, int indent, String name, String text) {
    terminal.result(
        " ".repeat(indent) + String.format(Locale.ROOT, "%-" + (34 - indent) + "s %s", name, text));
  }
}
