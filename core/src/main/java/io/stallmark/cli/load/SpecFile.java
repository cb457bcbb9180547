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
import java.util.Comparator;
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

  /** What others are to be understood by, the first of all at the end. */
  private static final List<String> FIRST = List.of(URL, WORKLOAD);

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
    List<Said> said = new ArrayList<>();
    for (Map.Entry<String, YamlNode> key : root.mapping(keys()).entrySet()) {
      if (key.getValue().hasValue()) {
        add(key.getKey(), key.getValue(), given, said);
      }
    }
    check(shown, said, given);
    return all(said, args);
  }

  /**
   * One value of the file.
   *
   * @param key at the top of the file
   * @param arguments as the command line would say it
   */
  private record Said(String key, YamlNode node, List<String> arguments) {}

  private static List<String> all(List<Said> said, List<String> commandLine) {
    List<String> all = new ArrayList<>();
    said.forEach(one -> all.addAll(one.arguments));
    all.addAll(commandLine);
    return all;
  }

  private void add(String key, YamlNode node, Given given, List<Said> said) throws SpecException {
    if (key.equals(WORKLOAD)) {
      if (given.workload.isEmpty()) {
        said.add(new Said(key, node, List.of(node.text())));
      }
    } else if (key.equals(SETTINGS)) {
      for (Map.Entry<String, YamlNode> setting : node.mapping().entrySet()) {
        if (!given.settings().contains(setting.getKey())) {
          said.add(pair(key, SETTING, setting));
        }
      }
    } else if (!given.options.containsKey("--" + key)
        && !(key.equals(JobOptions.FIDELITY) && given.settings().contains(key))) {
      said.addAll(option(key, node));
    }
  }

  private List<Said> option(String key, YamlNode node) throws SpecException {
    String name = "--" + key;
    OptionSpec option = Objects.requireNonNull(run.findOption(name));
    if (option.arity().max() == 0) {
      return flag(node) ? List.of(new Said(key, node, List.of(name))) : List.of();
    }
    List<Said> said = new ArrayList<>();
    if (key.equals(STORAGE) && node.isMapping()) {
      for (Map.Entry<String, YamlNode> pair : node.mapping().entrySet()) {
        said.add(pair(key, name, pair));
      }
      return said;
    }
    if (key.equals(PHASE) && node.isList()) {
      for (YamlNode item : node.list()) {
        said.add(new Said(key, item, List.of(name, phase(item))));
      }
      return said;
    }
    if (key.equals(URL)) {
      requireNoPassword(node);
    }
    return List.of(new Said(key, node, List.of(name, node.text())));
  }

  private static Said pair(String key, String option, Map.Entry<String, YamlNode> pair)
      throws SpecException {
    String text = pair.getKey() + "=" + pair.getValue().text();
    return new Said(key, pair.getValue(), List.of(option, text));
  }

  /** As the command line has it, from the same or from pairs with its name among them. */
  private static String phase(YamlNode item) throws SpecException {
    if (!item.isMapping()) {
      return item.text();
    }
    List<String> keys = new ArrayList<>(List.of(NAME, SETTINGS));
    keys.addAll(PhasesReader.KEYS);
    Map<String, YamlNode> pairs = new LinkedHashMap<>(item.mapping(keys));
    YamlNode settings = pairs.remove(SETTINGS);
    if (settings != null) {
      pairs.putAll(settings.mapping());
    }
    YamlNode name = pairs.remove(NAME);
    if (name == null) {
      throw item.complaint("the key " + NAME + " is missing");
    }
    StringBuilder text = new StringBuilder(name.text());
    for (Map.Entry<String, YamlNode> pair : pairs.entrySet()) {
      String value = pair.getValue().text().replace(" ", "");
      text.append(' ').append(pair.getKey()).append('=').append(value);
    }
    return text.toString();
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

  private void check(Path shown, List<Said> said, Given given) throws SpecException {
    try {
      check.check(all(said, given.rest));
    } catch (SpecException together) {
      throw placed(together, shown, said, given.rest);
    }
  }

  /**
   * The complaint about all together, with the line of the first value that brings it about beside
   * those before it: the workload, the URL, and then the file's order.
   */
  private SpecException placed(
      SpecException together, Path shown, List<Said> said, List<String> commandLine) {
    String sentence = String.valueOf(together.getMessage());
    List<Said> ordered = new ArrayList<>(said);
    ordered.sort(Comparator.comparing(one -> FIRST.indexOf(one.key), Comparator.reverseOrder()));
    List<Said> sofar = new ArrayList<>();
    if (!ordered.isEmpty() && ordered.get(0).key.equals(WORKLOAD)) {
      Said workload = ordered.remove(0);
      if (sentence.equals(complaint(workload.arguments))) {
        return workload.node.complaint(together);
      }
      sofar.add(workload);
    }
    if (sentence.equals(complaint(all(sofar, commandLine)))) {
      return together; // the file says nothing wrong
    }
    for (Said one : ordered) {
      sofar.add(one);
      if (sentence.equals(complaint(all(sofar, commandLine)))) {
        return one.node.complaint(together);
      }
    }
    return new SpecException(shown + ": " + sentence);
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
