package io.stallmark.result;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name of the database of a run for readers: product, version and storage engine. */
public final class DatabaseName {

  /** Product and the first two parts of the version. */
  private static final Pattern SERVER = Pattern.compile("(\\D*\\d+\\.\\d+)(?:[-. ].*)?");

  private static final Pattern PRODUCT = Pattern.compile("(.*?) v?\\d.*");

  private static final Pattern VERSION = Pattern.compile("(\\d+\\.\\d+).*");

  private static final int LONGEST = 40;

  private DatabaseName() {}

  /** Returns the name of the database of a run: {@code MariaDB 10.11, InnoDB}. */
  public static String of(RunDocument run) {
    return of(run.binding(), run.database());
  }

  /**
   * Returns the name.
   *
   * @param binding name of the binding, for a server that does not report its product
   * @param facts facts that the server reported
   */
  public static String of(String binding, Map<String, String> facts) {
    String server = facts.getOrDefault("server", "");
    if (server.isEmpty()) {
      return binding;
    }
    String version = shortened(VERSION, facts.getOrDefault("version", ""));
    return withEngine(shortened(SERVER, server) + (version.isEmpty() ? "" : " " + version), facts);
  }

  /** Returns the name without the version, for runs before and after an upgrade. */
  public static String anyVersion(RunDocument run) {
    return anyVersion(run.binding(), run.database());
  }

  static String anyVersion(String binding, Map<String, String> facts) {
    String server = facts.getOrDefault("server", "");
    return server.isEmpty() ? binding : withEngine(shortened(PRODUCT, server), facts);
  }

  private static String withEngine(String name, Map<String, String> facts) {
    String product = name.length() > LONGEST ? name.substring(0, LONGEST - 1) + "…" : name;
    String engine = facts.getOrDefault("storage engine", "");
    return engine.isEmpty() || engine.equals("unknown") ? product : product + ", " + engine;
  }

  private static String shortened(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.matches() ? matcher.group(1) : text;
  }
}
