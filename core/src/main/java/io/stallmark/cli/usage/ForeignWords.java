package io.stallmark.cli.usage;

import io.stallmark.plan.Registry;
import io.stallmark.spi.workload.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Translates commands and options of sysbench, pgbench, YCSB and wrk for hints in messages. */
record ForeignWords(List<String> args) {

  private static final Map<String, String> COMMANDS =
      Map.of("prepare", "load", "cleanup", "drop", "check", "verify", "bench", "run");

  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("--time", "--seconds"),
          Map.entry("--max-time", "--seconds"),
          Map.entry("--duration", "--seconds"),
          Map.entry("--runtime", "--seconds"),
          Map.entry("-T", "--seconds"),
          Map.entry("-c", "--threads"),
          Map.entry("-j", "--threads"),
          Map.entry("-threads", "--threads"),
          Map.entry("--num-threads", "--threads"),
          Map.entry("--clients", "--threads"),
          Map.entry("--jobs", "--threads"),
          Map.entry("--max-requests", "--events"),
          Map.entry("-R", "--rate"),
          Map.entry("-M", "--protocol"),
          Map.entry("--db-ps-mode", "--protocol"),
          Map.entry("-target", "--rate"),
          Map.entry("--warmup-time", "--warmup"),
          Map.entry("--report-interval", "--interval"),
          Map.entry("--rand-seed", "--seed"),
          Map.entry("--random-seed", "--seed"),
          Map.entry("-f", "--file"),
          Map.entry("--host", "--url"),
          Map.entry("--port", "--url"),
          Map.entry("--user", "--url"),
          Map.entry("--db-driver", "--url"));

  /** Finds what an option of another program is here, if the command has it. */
  Optional<String> option(String given, Collection<String> options) {
    String general =
        given.matches("--(my|pg)sql[-_].*")
            ? given.endsWith("password") ? "--password" : "--url"
            : OPTIONS.getOrDefault(given, "");
    return workload()
        .flatMap(workload -> setting(workload, given))
        .or(() -> Optional.of(general))
        .filter(name -> options.contains(name.split(" ", 2)[0]));
  }

  /** Finds what a command, script or workload of another program is here. */
  Optional<String> command(String given, Collection<String> commands) {
    Registry registry = Registry.load();
    return Optional.ofNullable(COMMANDS.get(given))
        .or(() -> registry.workload(given).map(workload -> "run " + given))
        .or(() -> registry.foreign(given).map(own -> "run " + own + settings()))
        .filter(name -> commands.contains(name.split(" ", 2)[0]));
  }

  /** Says what a workload of another program is here, if no argument is a workload. */
  Optional<String> misnamed() {
    Registry registry = Registry.load();
    return args.stream()
        .filter(arg -> args.stream().noneMatch(each -> registry.workload(each).isPresent()))
        .filter(arg -> !arg.startsWith("-"))
        .flatMap(arg -> registry.foreign(arg).map(own -> registry.unknown(arg)).stream())
        .findFirst();
  }

  /** Returns the options of the command line that are settings here. */
  private String settings() {
    StringBuilder settings = new StringBuilder();
    for (String arg : args) {
      String[] option = arg.split("=", 2);
      if (option.length == 2) {
        workload()
            .flatMap(workload -> setting(workload, option[0]))
            .ifPresent(own -> settings.append(' ').append(own.replace("…", option[1])));
      }
    }
    return settings.toString();
  }

  private static Optional<String> setting(Workload workload, String given) {
    String name = given.replaceFirst("^--?", "").replace('_', '-');
    return Optional.ofNullable(workload.foreignWords().get("--" + name))
        .or(() -> Optional.ofNullable(workload.foreignWords().get(given)))
        .or(
            () ->
                workload.settings().stream()
                    .filter(setting -> setting.name().equals(name))
                    .map(setting -> "-p " + name + "=…")
                    .findFirst());
  }

  private Optional<Workload> workload() {
    Registry registry = Registry.load();
    return args.stream()
        .map(arg -> registry.foreign(arg).map(own -> own.split(" ", 2)[0]).orElse(arg))
        .flatMap(name -> registry.workload(name).stream())
        .findFirst();
  }
}
