package io.stallmark.cli.load;

import io.stallmark.cli.job.JobOptions;
import io.stallmark.experiment.OptionCheck;
import io.stallmark.plan.PhasesReader;
import io.stallmark.spec.DatabaseUrl;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of {@code run} from a YAML file; what the command line says comes first. */
public final class SpecFile {

  static final String WORKLOAD = "workload";
  static final String SETTINGS = "settings";

  private static final String SPEC = "--spec";
  private static final String SETTING = "-p";
  private static final String STORAGE = "storage";
  private static final String URL = "url";
  private static final String PHASE = "phase";
  private static final String NAME = "name";
  private static final String EVENTS = "events";
  private static final Set<String> NO_KEYS = Set.of("help", "version", "spec");

  private final CommandSpec run;
  private final UnaryOperator<Path> files;
  private final OptionCheck check;

  /**
   * @param run the command's options
   * @param files where a file that the user names is
   * @param check whether {@code run} takes arguments
   */
  public SpecFile(CommandSpec run, UnaryOperator<Path> files, OptionCheck check) {
    this.run = run;
    this.files = files;
    this.check = check;
  }

  /** What a file may say, in the order of the manual page. */
  List<String> keys() {
    List<String> keys = new ArrayList<>(List.of(WORKLOAD));
    for (OptionSpec option : run.options()) {
      String name = option.longestName();
      if (name.equals(SETTING)) {
        keys.add(SETTINGS);
      } else if (!NO_KEYS.contains(name.substring(2))) {
        keys.add(name.substring(2));
      }
    }
    return keys;
  }

  /**
   * The arguments, with those of the file that {@code --spec} names, if there is one.
   *
   * @param args of {@code run}
   */
  public List<String> expanded(List<String> args) throws SpecException {
    Given given = given(args);
    Optional<String> name = given.options.getOrDefault(SPEC, List.of()).stream().findFirst();
    if (name.isEmpty() || given.options.containsKey("--help")) {
      return args;
    }
    Path shown = Path.of(name.get());
    YamlNode root = YamlNode.read(shown, files.apply(shown));
    Map<YamlNode, List<String>> said = new LinkedHashMap<>();
    for (Map.Entry<String, YamlNode> key : root.mapping(keys()).entrySet()) {
      if (key.getValue().hasValue()) {
        add(key.getKey(), key.getValue(), given, said);
      }
    }
    check(shown, said, given);
    List<String> all = new ArrayList<>();
    said.values().forEach(all::addAll);
    all.addAll(args);
    return all;
  }

  private void add(String key, YamlNode node, Given given, Map<YamlNode, List<String>> said)
      throws SpecException {
    if (key.equals(WORKLOAD)) {
      if (given.workload.isEmpty()) {
        said.put(node, List.of(node.text()));
      }
    } else if (key.equals(SETTINGS)) {
      for (Map.Entry<String, YamlNode> setting : node.mapping().entrySet()) {
        if (!given.settings().contains(setting.getKey())) {
          String pair = setting.getKey() + "=" + setting.getValue().text();
          said.put(setting.getValue(), List.of(SETTING, pair));
        }
      }
    } else if (!given.options.containsKey("--" + key)
        && !(key.equals(JobOptions.FIDELITY) && given.settings().contains(key))) {
      said.put(node, option(key, node));
    }
  }

  private List<String> option(String key, YamlNode node) throws SpecException {
    OptionSpec option = Objects.requireNonNull(run.findOption("--" + key));
    if (option.arity().max() == 0) {
      return flag(node) ? List.of("--" + key) : List.of();
    }
    if (key.equals(STORAGE) && node.isMapping()) {
      List<String> pairs = new ArrayList<>();
      for (Map.Entry<String, YamlNode> pair : node.mapping().entrySet()) {
        pairs.add(pair.getKey() + "=" + pair.getValue().text());
      }
      return pairs.isEmpty() ? List.of() : List.of("--" + key, String.join(",", pairs));
    }
    if (key.equals(PHASE) && node.isList()) {
      return phases(node);
    }
    if (key.equals(URL)) {
      requireNoPassword(node);
    }
    return List.of("--" + key, node.text());
  }

  /** Each as the command line has it, or as pairs with its name among them. */
  private static List<String> phases(YamlNode node) throws SpecException {
    List<String> arguments = new ArrayList<>();
    for (YamlNode item : node.list()) {
      arguments.add("--" + PHASE);
      if (!item.isMapping()) {
        arguments.add(item.text());
        continue;
      }
      List<String> keys = new ArrayList<>(List.of(NAME, SETTINGS));
      keys.addAll(PhasesReader.KEYS);
      Map<String, YamlNode> pairs = new LinkedHashMap<>(item.mapping(keys));
      YamlNode settings = pairs.remove(SETTINGS);
      if (settings != null) {
        pairs.putAll(settings.mapping());
      }
      YamlNode name = pairs.get(NAME);
      if (name == null) {
        throw item.complaint("the key " + NAME + " is missing");
      }
      StringBuilder text = new StringBuilder(name.text());
      for (Map.Entry<String, YamlNode> pair : pairs.entrySet()) {
        if (!pair.getKey().equals(NAME)) {
          String value = pair.getValue().text().replace(" ", "");
          text.append(' ').append(pair.getKey()).append('=').append(value);
        }
      }
      arguments.add(text.toString());
    }
    return arguments;
  }

  private static boolean flag(YamlNode node) throws SpecException {
    return switch (node.text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw node.complaint("must be true or false, not '" + node.text() + "'");
    };
  }

  private static void requireNoPassword(YamlNode node) throws SpecException {
    boolean none;
    try {
      none = DatabaseUrl.parse(node.text()).secrets().isEmpty();
    } catch (SpecException e) {
      throw node.complaint(e);
    }
    if (!none) {
      throw node.complaint(
          "a file is no place for a password; give it with STALLMARK_PASSWORD or a password-file");
    }
  }

  /** Says of a complaint about all together which line of the file it is about. */
  private void check(Path shown, Map<YamlNode, List<String>> said, Given given)
      throws SpecException {
    List<String> all = new ArrayList<>();
    said.values().forEach(all::addAll);
    all.addAll(given.rest);
    try {
      check.check(all);
    } catch (SpecException together) {
      String sentence = String.valueOf(together.getMessage());
      String workload = given.workload.orElse("");
      for (Map.Entry<YamlNode, List<String>> one : said.entrySet()) {
        List<String> arguments = new ArrayList<>(one.getValue());
        boolean names = !arguments.isEmpty() && !arguments.get(0).startsWith("-");
        workload = names ? arguments.get(0) : workload;
        if (!names && !workload.isEmpty()) {
          arguments.add(0, workload);
        }
        if (!one.getValue().contains("--" + EVENTS)) {
          arguments.add("--" + EVENTS + "=1"); // some are wrong only where there is no limit
        }
        if (sentence.equals(complaint(arguments))) {
          throw one.getKey().complaint(together);
        }
      }
      List<String> own = new ArrayList<>(given.rest);
      if (given.workload.isEmpty() && !workload.isEmpty()) {
        own.add(0, workload);
      }
      throw sentence.equals(complaint(own)) ? together : new SpecException(shown + ": " + sentence);
    }
  }

  private String complaint(List<String> arguments) {
    try {
      check.check(arguments);
      return "";
    } catch (SpecException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /**
   * What the command line says.
   *
   * @param options their values, by the longest name of each
   * @param rest the arguments without the file's name
   */
  private record Given(
      Map<String, List<String>> options, Optional<String> workload, List<String> rest) {

    /** Names of those that are given, by -p or by an option of its own. */
    Collection<String> settings() {
      List<String> names = new ArrayList<>();
      for (String pair : options.getOrDefault(SETTING, List.of())) {
        names.add(pair.split("=", 2)[0].strip());
      }
      if (options.containsKey("--" + JobOptions.FIDELITY)) {
        names.add(JobOptions.FIDELITY);
      }
      return names;
    }
  }

  private Given given(List<String> args) {
    Map<String, List<String>> options = new LinkedHashMap<>();
    Optional<String> workload = Optional.empty();
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      int from = i;
      OptionSpec option = option(arg);
      if (option != null) {
        String value = value(arg);
        if (value.isEmpty() && option.arity().max() > 0 && i + 1 < args.size()) {
          value = args.get(++i);
        }
        options.computeIfAbsent(option.longestName(), name -> new ArrayList<>()).add(value);
      } else if (!arg.startsWith("-") && workload.isEmpty()) {
        workload = Optional.of(arg);
      }
      if (option == null || !option.longestName().equals(SPEC)) {
        rest.addAll(args.subList(from, i + 1));
      }
    }
    return new Given(options, workload, rest);
  }

  private @Nullable OptionSpec option(String arg) {
    if (arg.startsWith(SETTING) && !arg.startsWith("--")) {
      return run.findOption(SETTING);
    }
    return arg.startsWith("-") ? run.findOption(arg.split("=", 2)[0]) : null;
  }

  /** What is written in one word with its option: --rate=5, -prows=10. */
  private static String value(String arg) {
    if (arg.startsWith(SETTING)) {
      String attached = arg.substring(SETTING.length());
      return attached.startsWith("=") ? attached.substring(1) : attached;
    }
    int equals = arg.indexOf('=');
    return equals < 0 ? "" : arg.substring(equals + 1);
  }
}
