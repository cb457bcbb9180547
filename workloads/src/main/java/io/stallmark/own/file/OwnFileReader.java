package io.stallmark.own.file;

import io.stallmark.model.Column;
import io.stallmark.own.definition.OwnCheck;
import io.stallmark.own.definition.OwnDefinition;
import io.stallmark.own.definition.OwnRole;
import io.stallmark.own.definition.OwnStep;
import io.stallmark.own.definition.OwnTable;
import io.stallmark.own.definition.OwnTransaction;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.spec.YamlNode;
import io.stallmark.spi.workload.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a file of own statements. Every error has file, line and key. */
public final class OwnFileReader {

  private static final String VALUES = "values";
  private static final String TABLES = "tables";
  private static final String TRANSACTIONS = "transactions";
  private static final String ROLES = "roles";
  private static final String VERIFY = "verify";
  private static final String NAME = "name";
  private static final String ROWS = "rows";
  private static final String KEEP = "keep";
  private static final String EQUALS = "equals";

  private static final int THREADS = 4;
  private static final long HEAVIEST = 1_000_000;

  private final YamlNode root;
  private final String shown;
  private final DeclaredValues values = new DeclaredValues();
  private final StatementReader statements = new StatementReader();

  /**
   * @param shown name of the file, for messages
   */
  public OwnFileReader(YamlNode root, String shown) {
    this.root = root;
    this.shown = shown;
  }

  /**
   * Reads the file.
   *
   * @param sources sources that replace those of values in the file, by name
   * @param hash hash of its content
   */
  public OwnDefinition read(Map<String, String> sources, String hash) throws SpecException {
    Map<String, YamlNode> sections =
        root.mapping(List.of(VALUES, TABLES, TRANSACTIONS, ROLES, VERIFY));
    Map<String, YamlNode> declared = pairs(sections.get(VALUES));
    values(declared, sources);
    List<OwnTable> tables = new ArrayList<>();
    TableReader reader = new TableReader(values);
    for (Map.Entry<String, YamlNode> each : pairs(sections.get(TABLES)).entrySet()) {
      tables.add(reader.read(each.getKey(), each.getValue()));
    }
    List<OwnRole> roles = roles(sections.get(ROLES), sections.get(TRANSACTIONS));
    List<OwnCheck> checks = new ArrayList<>();
    for (Map.Entry<String, YamlNode> each : pairs(sections.get(VERIFY)).entrySet()) {
      checks.add(check(each.getKey(), each.getValue()));
    }
    for (Map.Entry<String, YamlNode> each : declared.entrySet()) {
      if (values.unused().contains(each.getKey())) {
        throw each.getValue().complaint("no statement and no insert names this value");
      }
    }
    return new OwnDefinition(
        values.params(), values.sources(), tables, roles, checks, shown, shown + " " + hash);
  }

  private static Map<String, YamlNode> pairs(@Nullable YamlNode section) throws SpecException {
    return section == null || !section.hasValue() ? Map.of() : section.mapping();
  }

  private void values(Map<String, YamlNode> declared, Map<String, String> sources)
      throws SpecException {
    for (String name : sources.keySet()) {
      if (!declared.containsKey(name)) {
        throw new SpecException(
            "-p %s: %s has no such value; %s",
            name, shown, NearestWord.hint(name, declared.keySet()));
      }
    }
    for (Map.Entry<String, YamlNode> each : declared.entrySet()) {
      String name = each.getKey();
      String replaced = sources.get(name);
      String source = replaced == null ? each.getValue().text() : replaced;
      try {
        values.declare(name, source);
      } catch (SpecException e) {
        throw replaced == null
            ? each.getValue().complaint(e)
            : new SpecException("-p " + name + ": " + e.getMessage());
      }
    }
  }

  private List<OwnRole> roles(@Nullable YamlNode roles, @Nullable YamlNode transactions)
      throws SpecException {
    if ((roles == null) == (transactions == null)) {
      throw root.complaint("has either the key transactions or the key roles");
    }
    if (transactions != null) {
      return List.of(new OwnRole(Role.ONLY, THREADS, transactions(transactions)));
    }
    List<OwnRole> all = new ArrayList<>();
    for (Map.Entry<String, YamlNode> each : pairs(roles).entrySet()) {
      YamlNode node = each.getValue();
      Map<String, YamlNode> pairs = node.mapping(List.of("threads", TRANSACTIONS));
      YamlNode threads = pairs.get("threads");
      int count = threads == null ? THREADS : threads.parsed(Quantity::integer);
      if (threads != null && count < 1) {
        throw threads.complaint("must be 1 or more");
      }
      take(node, each.getKey());
      all.add(new OwnRole(each.getKey(), count, transactions(node.required(pairs, TRANSACTIONS))));
    }
    if (all.isEmpty()) {
      throw root.complaint("the key roles has none");
    }
    return all;
  }

  private void take(YamlNode node, String name) throws SpecException {
    try {
      statements.take(name);
    } catch (SpecException e) {
      throw node.complaint(e);
    }
  }

  private List<OwnTransaction> transactions(YamlNode section) throws SpecException {
    Map<String, YamlNode> pairs = section.mapping();
    if (pairs.isEmpty()) {
      throw section.complaint("has no transaction");
    }
    List<OwnTransaction> all = new ArrayList<>();
    for (Map.Entry<String, YamlNode> each : pairs.entrySet()) {
      if (pairs.size() > 1) {
        take(each.getValue(), each.getKey());
      }
      all.add(transaction(each.getKey(), each.getValue()));
    }
    return all;
  }

  private OwnTransaction transaction(String name, YamlNode node) throws SpecException {
    Map<String, YamlNode> pairs = node.mapping(List.of("weight", "begin", "steps"));
    YamlNode weight = pairs.get("weight");
    long share = weight == null ? 1 : weight.parsed(Quantity::count);
    if (weight != null && (share < 1 || share > HEAVIEST)) {
      throw weight.complaint("must be within 1 and 1000000, not " + weight.text());
    }
    YamlNode list = node.required(pairs, "steps");
    if (list.list().isEmpty()) {
      throw list.complaint("has no step");
    }
    Map<String, Integer> scope = new HashMap<>(values.drawn());
    Set<Integer> used = new TreeSet<>();
    List<OwnStep> steps = new ArrayList<>();
    for (YamlNode each : list.list()) {
      OwnStep step = step(each, scope);
      used.addAll(step.slots());
      steps.add(step);
    }
    return new OwnTransaction(name, share, begins(pairs.get("begin")), steps, values.use(used));
  }

  private static boolean begins(@Nullable YamlNode node) throws SpecException {
    if (node == null) {
      return false;
    }
    if (!node.text().equals("true") && !node.text().equals("false")) {
      throw node.complaint("must be true or false, not '" + node.text() + "'");
    }
    return node.text().equals("true");
  }

  /**
   * @param scope slots by name of the values that the step may use; those that it keeps are added
   */
  private OwnStep step(YamlNode node, Map<String, Integer> scope) throws SpecException {
    Map<String, YamlNode> pairs = node.mapping(StatementReader.keys(NAME, ROWS, KEEP));
    YamlNode rows = pairs.get(ROWS);
    long due = rows == null ? 0 : rows.parsed(Quantity::count);
    if (rows != null && due < 1) {
      throw rows.complaint("must be 1 or more, the least number of rows");
    }
    List<Column> columns = new ArrayList<>();
    Map<String, Integer> kept = new LinkedHashMap<>();
    for (Map.Entry<String, YamlNode> each : pairs(pairs.get(KEEP)).entrySet()) {
      KeptValue value = kept(each.getValue());
      columns.add(value.column(each.getKey()));
      kept.put(value.name(), keep(each.getValue(), value));
    }
    YamlNode name = pairs.get(NAME);
    if (name != null) {
      take(name, name.text());
    }
    StatementReader.Read read =
        read(node, name == null ? null : name.text(), pairs, scope, columns);
    scope.putAll(kept);
    return new OwnStep(read.statement(), read.slots(), due, List.copyOf(kept.values()));
  }

  private static KeptValue kept(YamlNode node) throws SpecException {
    String[] words = node.text().split(":", 2);
    if (words.length > 1 && !words[1].equals("text")) {
      throw node.complaint("keeps a whole number, as 'name', or a text, as 'name:text'");
    }
    return new KeptValue(words[0], words.length > 1);
  }

  private int keep(YamlNode node, KeptValue value) throws SpecException {
    try {
      return values.keep(value);
    } catch (SpecException e) {
      throw node.complaint(e);
    }
  }

  private StatementReader.Read read(
      YamlNode node,
      @Nullable String name,
      Map<String, YamlNode> pairs,
      Map<String, Integer> scope,
      List<Column> columns)
      throws SpecException {
    Map<String, String> texts = statements.texts(node, pairs);
    YamlNode first = pairs.get(texts.keySet().iterator().next());
    try {
      return statements.read(name, texts, scope, values.params(), columns, node.place());
    } catch (SpecException e) {
      throw (first == null ? node : first).complaint(e);
    }
  }

  private OwnCheck check(String name, YamlNode node) throws SpecException {
    Map<String, YamlNode> pairs = node.mapping(StatementReader.keys(EQUALS, ROWS));
    YamlNode equal = pairs.get(EQUALS);
    YamlNode rows = pairs.get(ROWS);
    YamlNode due = equal == null ? rows : equal;
    if (due == null || (equal != null && rows != null)) {
      throw node.complaint("has either equals, a whole number, or rows, a number of rows");
    }
    StatementReader.Read read = read(node, null, pairs, Map.of(), List.of());
    return new OwnCheck(name, read.statement(), rows != null, due.parsed(Quantity::count));
  }
}
