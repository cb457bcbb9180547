package io.stallmark.result;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name of the database of a run for readers: product, version and storage engine. */
public final class DatabaseName {

  /** Product and the first two parts of the version. */
  private static final Pattern SERVER = Pattern.compile("(\\D*\\d+\\.\\d+)(?:[-. ].*)?");

  private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+).*");

  private static final int LONGEST = 40;

  private DatabaseName() {}

  /** Returns the name of the database of a run. */
  public static String of(RunDocument run) {
    RunParameters spec = run.spec();
    return of(run.binding(), run.database(), spec == null ? Map.of() : spec.storage());
  }

  /**
   * Returns the name.
   *
   * @param binding name of the binding, for a server that does not report its product
   * @param facts facts that the server reported
   * @param storage storage options of the run; an engine in them is that of its tables
   */
  public static String of(String binding, Map<String, String> facts, Map<String, String> storage) {
    String server = facts.getOrDefault("server", "");
    if (server.isEmpty()) {
      return binding;
    }
    String version = shortened(VERSION, facts.getOrDefault("version", ""));
    String name = shortened(SERVER, server) + (version.isEmpty() ? "" : " " + version);
    String product = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
    String engine = engine(facts, storage);
    return engine.isEmpty() ? product : product + ", " + engine;
  }

  private static String engine(Map<String, String> facts, Map<String, String> storage) {
    for (Map.Entry<String, String> option : storage.entrySet()) {
      if (option.getKey().equalsIgnoreCase("engine")) {
        return option.getValue();
      }
    }
    String usual =
        facts.getOrDefault("default_storage_engine", facts.getOrDefault("storage engine", ""));
    return usual.equals("unknown") ? "" : usual;
  }

  private static String shortened(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.matches() ? matcher.group(1) : text;
  }
}
