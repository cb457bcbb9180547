package io.stallmark.own.file;

import io.stallmark.model.Column;
import io.stallmark.model.NamedParameters;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.own.definition.OwnStatement;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.Binding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads statements: texts, names, parameters and categories. Each has another name. */
final class StatementReader {

  static final String MONGO = "mongo";

  /** Keys of texts: SQL, and names of bindings, also of those that this program lacks. */
  private static final List<String> DATABASES =
      Stream.concat(
              Stream.of(Op.Native.SQL, MONGO, "mysql", "postgresql"),
              ServiceLoader.load(Binding.class).stream().map(each -> each.get().name()))
          .distinct()
          .toList();

  private static final Pattern OF_DRIVERS = Pattern.compile("\\?|(?<![\\w$])\\$\\d+");

  /** Statements that contain others. */
  private static final Pattern BODY =
      Pattern.compile("(?i)\\$\\w*\\$|^\\s*(?:create|begin\\s+not)\\b");

  private static final Pattern BOUNDARY =
      Pattern.compile(
          "(?i)^\\s*(?:begin|start\\s+transaction|commit|rollback|end)\\s*(?:work|transaction)?\\s*$");

  private static final Pattern LOWER_CASE = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern IN_COMMAND = Pattern.compile("(?<!\\\\)\":([A-Za-z_]\\w*)\"");
  private final UniqueNames taken = new UniqueNames("transaction", "begin", "commit");

  /** A statement and the slots of its parameters among all values. */
  record Read(OwnStatement statement, List<Integer> slots) {}

  /**
   * Takes a name for a transaction or a statement.
   *
   * @throws SpecException if it has another form, or another one has it; without a position
   */
  String take(String name) throws SpecException {
    if (!LOWER_CASE.matcher(name).matches()) {
      throw new SpecException("'%s' is not a valid name: use a-z, then a-z, 0-9 and _", name);
    }
    if (!taken.take(name)) {
      throw new SpecException("the name %s is taken: the results list it already", name);
    }
    return name;
  }

  /** Returns the valid keys of a mapping: these, and those of texts. */
  static List<String> keys(String... others) {
    return Stream.concat(Stream.of(others), DATABASES.stream()).toList();
  }

  /** Reads the texts among the pairs of a mapping. */
  Map<String, String> texts(YamlNode node, Map<String, YamlNode> pairs) throws SpecException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String database : DATABASES) {
      YamlNode text = pairs.get(database);
      if (text != null) {
        texts.put(database, text(database, text));
      }
    }
    if (texts.isEmpty()) {
      throw node.complaint(
          "has no statement: give sql, or mongo with a command, or the name of another database");
    }
    return texts;
  }

  /** Reads a text, which is a command for MongoDB. */
  static String text(String database, YamlNode node) throws SpecException {
    if (database.equals(MONGO)) {
      if (node.mapping().isEmpty()) {
        throw node.complaint("has no command");
      }
      return node.json();
    }
    return sql(node.text());
  }

  /** Returns a text without a semicolon around it, which JDBC does not know. */
  static String sql(String text) {
    return text.replaceFirst("^[;\\s]+", "").replaceFirst("[;\\s]+$", "");
  }

  /** Names of the parameters of a text. */
  static Set<String> parameters(String database, String text) {
    if (!database.equals(MONGO)) {
      return NamedParameters.names(text);
    }
    Set<String> names = new LinkedHashSet<>();
    Matcher matcher = IN_COMMAND.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /**
   * Creates a statement.
   *
   * @param name its name, which is taken; null: it gets one by its text
   * @param scope slots of the values that it may use, by name
   * @param params all values by slot
   * @throws SpecException for an undeclared value; without a position
   */
  Read read(
      @Nullable String name,
      Map<String, String> texts,
      Map<String, Integer> scope,
      List<Param> params,
      List<Column> columns,
      String place)
      throws SpecException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      if (!text.getKey().equals(MONGO)) {
        check(text.getValue());
      }
    }
    Set<String> used = new LinkedHashSet<>();
    texts.forEach((database, text) -> used.addAll(parameters(database, text)));
    List<Integer> slots = new ArrayList<>();
    for (String each : used) {
      Integer slot = scope.get(each);
      if (slot == null) {
        throw new SpecException(
            "no value %s is declared: %s", each, NearestWord.hint(each, scope.keySet()));
      }
      slots.add(slot);
    }
    String first = texts.values().iterator().next();
    String verb = StatementName.verb(first);
    Op.Native op =
        new Op.Native(
            name == null ? taken.free(StatementName.of(first)) : name,
            slots.stream().map(params::get).toList(),
            texts,
            StatementName.effect(first),
            columns);
    return new Read(new OwnStatement(op, verb.equals("insert"), place), List.copyOf(slots));
  }

  /**
   * Refuses what would be sent, but not measured as what it is: parameters of drivers, several
   * statements in one, and boundaries of transactions.
   */
  private static void check(String sql) throws SpecException {
    String bare =
        NamedParameters.in(sql, false)
            .replaceAll(
                found -> found.group(1) == null ? "" : Matcher.quoteReplacement(found.group()));
    Matcher parameter = OF_DRIVERS.matcher(bare);
    if (parameter.find()) {
      throw new SpecException("%s is not a parameter here: write :name", parameter.group());
    }
    if (bare.contains(";") && !BODY.matcher(bare).find()) {
      throw new SpecException("has several statements: give each of them as its own");
    }
    if (BOUNDARY.matcher(bare).find()) {
      throw new SpecException(
          "transactions are begun and ended by the workload: give 'begin: true' in a file");
    }
  }
}
