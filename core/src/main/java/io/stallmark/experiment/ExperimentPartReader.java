package io.stallmark.experiment;

import io.stallmark.run.RunOptions;
import io.stallmark.run.RunSpecReader;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecEntries.Entry;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads options and settings of runs, at the top of a file or as a value of an axis. */
record ExperimentPartReader(Workload workload, Collection<String> databases, RunSpecReader reader) {

  private static final String DATABASE = "database";
  private static final String OPTION_KEY = "options";
  private static final String SETTING_KEY = "settings";

  /** Returns the part at the top of the file, which applies to all runs. */
  ExperimentPart common(Map<String, YamlNode> keys) throws SpecException {
    YamlNode options = keys.get(OPTION_KEY);
    return new ExperimentPart(
        database(keys.get(DATABASE)),
        options == null ? Map.of() : options(options.mapping(RunOptions.OF_EXPERIMENTS)),
        settings(keys.get(SETTING_KEY)));
  }

  /**
   * Returns the values of an axis. A list is allowed if the axis has the name of an option, a
   * setting or {@code database}; otherwise, each value is a label with a part.
   */
  Map<String, ExperimentPart> values(String axis, YamlNode node) throws SpecException {
    Map<String, ExperimentPart> values = new LinkedHashMap<>();
    if (node.isList()) {
      for (YamlNode item : node.list()) {
        String text = item.text();
        String label = Character.isLetter(text.charAt(0)) ? text : axis + "-" + text;
        ExperimentReader.requireLabel(item, label);
        if (values.put(label, value(axis, item)) != null) {
          throw item.complaint(text + " occurs twice");
        }
      }
    } else {
      for (Map.Entry<String, YamlNode> entry : node.mapping().entrySet()) {
        ExperimentReader.requireLabel(entry.getValue(), entry.getKey());
        values.put(entry.getKey(), part(entry.getValue()));
      }
    }
    if (values.isEmpty()) {
      throw node.complaint("has no values");
    }
    return values;
  }

  private ExperimentPart value(String axis, YamlNode item) throws SpecException {
    if (axis.equals(DATABASE)) {
      String name = database(item);
      return name == null ? ExperimentPart.NOTHING : ExperimentPart.ofDatabase(name);
    }
    if (RunOptions.OF_EXPERIMENTS.contains(axis)) {
      return ExperimentPart.ofOption(axis, option(axis, item));
    }
    if (settingNames().contains(axis) || workload.takesValues()) {
      return ExperimentPart.ofSetting(axis, setting(axis, item));
    }
    throw item.complaint(
        axis
            + " is neither an option nor a setting: give each value a label and what it sets, as"
            + " in 'label: {storage: key=value}'");
  }

  private ExperimentPart part(YamlNode node) throws SpecException {
    List<String> valid = new ArrayList<>(RunOptions.OF_EXPERIMENTS);
    valid.addAll(List.of(DATABASE, SETTING_KEY));
    Map<String, YamlNode> keys = node.mapping(valid);
    Map<String, YamlNode> options = new LinkedHashMap<>(keys);
    options.keySet().retainAll(RunOptions.OF_EXPERIMENTS);
    return new ExperimentPart(
        database(keys.get(DATABASE)), options(options), settings(keys.get(SETTING_KEY)));
  }

  private @Nullable String database(@Nullable YamlNode node) throws SpecException {
    if (node == null) {
      return null;
    }
    String name = node.text();
    if (!databases.contains(name)) {
      throw node.complaint(
          "the file has no database '" + name + "': " + NearestWord.hint(name, databases));
    }
    return name;
  }

  private Map<String, String> options(Map<String, YamlNode> given) throws SpecException {
    Map<String, String> options = new LinkedHashMap<>();
    for (Map.Entry<String, YamlNode> entry : given.entrySet()) {
      options.put(entry.getKey(), option(entry.getKey(), entry.getValue()));
    }
    return options;
  }

  /**
   * Checks an option and returns its value. The check adds a limit on events, because some options
   * are valid only with one.
   */
  private String option(String name, YamlNode node) throws SpecException {
    SpecEntries entries =
        new SpecEntries(List.of(new Entry(SpecEntries.WORKLOAD, workload.name())));
    if (!name.equals("events")) {
      entries = entries.with("events", "1");
    }
    if (name.equals("arrivals")) {
      entries = entries.with("rate", "1"); // invalid without a rate
    }
    SpecEntries valid = entries;
    node.parsed(value -> reader.read(valid.with(name, value)));
    return node.text();
  }

  private Map<String, String> settings(@Nullable YamlNode node) throws SpecException {
    Map<String, String> settings = new LinkedHashMap<>();
    if (node != null) {
      Map<String, YamlNode> pairs =
          workload.takesValues() ? node.mapping() : node.mapping(settingNames());
      for (Map.Entry<String, YamlNode> entry : pairs.entrySet()) {
        settings.put(entry.getKey(), setting(entry.getKey(), entry.getValue()));
      }
    }
    return settings;
  }

  private String setting(String name, YamlNode node) throws SpecException {
    node.parsed(value -> new SettingsReader(workload).read(Map.of(name, value)));
    return node.text();
  }

  private List<String> settingNames() {
    return workload.settings().stream().map(Setting::name).toList();
  }
}
