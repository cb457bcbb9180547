package io.stallmark.spec;

import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.node.StringNode;

/**
 * A node of a YAML file with its position. Every error message contains file, line and key.
 * Immutable.
 */
public final class YamlNode {

  private static final int DEEPEST = 50;
  private static final int LONGEST = 64 * 1024; // characters of a line

  private final Path file;
  private final Redactor redactor;
  private final String key;
  private final Node node;

  private YamlNode(Path file, Redactor redactor, String key, Node node) {
    this.file = file;
    this.redactor = redactor;
    this.key = key;
    this.node = node;
  }

  /**
   * Reads a file.
   *
   * @param shown the file name as the user gave it, for messages
   * @param file path of the file
   * @throws SpecException if the file cannot be read, is empty or is not YAML
   */
  public static YamlNode read(Path shown, Path file) throws SpecException {
    try {
      return parse(shown, InputText.read(file));
    } catch (NoSuchFileException e) {
      throw new SpecException("There is no file " + shown);
    } catch (InputText.TooLargeException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    } catch (MalformedInputException e) {
      throw new SpecException(shown + " is not text in UTF-8");
    } catch (IOException e) {
      throw new SpecException(
          Files.isDirectory(file)
              ? shown + " is a directory, not a file"
              : shown + " cannot be read: " + FileTrouble.reason(e));
    }
  }

  /**
   * Parses a text.
   *
   * @param shown name of the text in messages
   * @throws SpecException if the text is empty or is not YAML
   */
  public static YamlNode parse(Path shown, String text) throws SpecException {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(shown.toString())
            .setAllowNonScalarKeys(true)
            .setCodePointLimit(Integer.MAX_VALUE)
            .build();
    checkLines(shown, text);
    Redactor redactor = Redactor.suspecting(text.lines().toList());
    try {
      checkDepth(shown, new Parse(settings).parseString(text));
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new SpecException(shown + " is empty"));
      return new YamlNode(shown, redactor, "", root);
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ", line " + (mark.getLine() + 1)).orElse("");
      throw new SpecException(shown + line + ": " + redactor.redact(oneLine(e.getProblem())));
    } catch (YamlEngineException e) {
      String problem = redactor.redact(oneLine(String.valueOf(e.getMessage())));
      throw new SpecException(shown + " is not YAML: " + problem);
    }
  }

  /** Refuses long lines, for which the parser takes minutes. */
  private static void checkLines(Path shown, String text) throws SpecException {
    int line = 1;
    for (String each : (Iterable<String>) text.lines()::iterator) {
      if (each.length() > LONGEST) {
        throw new SpecException(shown + ", line " + line + ": is too long");
      }
      line++;
    }
  }

  /** Refuses deep nesting, which would exhaust the stack. */
  private static void checkDepth(Path shown, Iterable<Event> events) throws SpecException {
    int depth = 0;
    for (Event event : events) {
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > DEEPEST) {
        String line = event.getStartMark().map(mark -> ", line " + (mark.getLine() + 1)).orElse("");
        throw new SpecException(shown + line + ": is nested more than " + DEEPEST + " levels deep");
      }
    }
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s+", " ");
  }

  /**
   * Creates an exception whose message starts with the position: {@code x.yaml, line 3, key repeat:
   * …}.
   */
  public SpecException complaint(String sentence) {
    return complaint(node, key, sentence);
  }

  /** Adds the position to the message of another exception. */
  public SpecException complaint(SpecException e) {
    return complaint(String.valueOf(e.getMessage()));
  }

  private SpecException complaint(Node where, String path, String sentence) {
    return new SpecException(file + redactor.redact(position(where, path) + ": " + sentence));
  }

  private static String position(Node where, String path) {
    String line =
        where.getStartMark().map(Mark::getLine).map(at -> ", line " + (at + 1)).orElse("");
    return line + (path.isEmpty() ? "" : ", key " + path);
  }

  /** File, line and key, as in the messages. */
  public String place() {
    return file + redactor.redact(position(node, key));
  }

  /** Whether the key has a value. */
  public boolean hasValue() {
    return !(node instanceof ScalarNode scalar && scalar.isPlain())
        || !(scalar.getValue().isEmpty()
            || scalar.getValue().equals("null")
            || scalar.getValue().equals("~"));
  }

  public boolean isMapping() {
    return node instanceof MappingNode;
  }

  public boolean isList() {
    return node instanceof SequenceNode;
  }

  /**
   * The pairs in file order, with any keys.
   *
   * @throws SpecException if this is not a mapping, or a key occurs twice
   */
  public Map<String, YamlNode> mapping() throws SpecException {
    if (!(node instanceof MappingNode mapping)) {
      throw complaint("must be pairs such as 'name: value', not " + what());
    }
    Map<String, YamlNode> pairs = new LinkedHashMap<>();
    for (NodeTuple pair : mapping.getValue()) {
      if (!(pair.getKeyNode() instanceof ScalarNode name)) {
        throw complaint(pair.getKeyNode(), key, "a key must be a word");
      }
      String path = key.isEmpty() ? name.getValue() : key + "." + name.getValue();
      YamlNode before =
          pairs.put(name.getValue(), new YamlNode(file, redactor, path, pair.getValueNode()));
      if (before != null) {
        throw complaint(name, path, "occurs twice");
      }
    }
    return pairs;
  }

  /**
   * The pairs in file order.
   *
   * @throws SpecException for a key that is not valid; the message suggests the nearest valid key
   */
  public Map<String, YamlNode> mapping(Collection<String> valid) throws SpecException {
    Map<String, YamlNode> pairs = mapping();
    for (Map.Entry<String, YamlNode> pair : pairs.entrySet()) {
      if (!valid.contains(pair.getKey())) {
        throw complaint(
            keyNode(pair.getKey()),
            pair.getValue().key,
            "there is no such key; " + NearestWord.hint(pair.getKey(), valid));
      }
    }
    return pairs;
  }

  private Node keyNode(String name) {
    return ((MappingNode) node)
        .getValue().stream()
            .map(NodeTuple::getKeyNode)
            .filter(each -> each instanceof ScalarNode word && word.getValue().equals(name))
            .findFirst()
            .orElse(node);
  }

  /**
   * The items in file order.
   *
   * @throws SpecException if this is not a list
   */
  public List<YamlNode> list() throws SpecException {
    if (!(node instanceof SequenceNode sequence)) {
      throw complaint("must be a list such as [1, 2], not " + what());
    }
    List<YamlNode> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlNode(file, redactor, key, item));
    }
    return items;
  }

  /**
   * The value as written.
   *
   * @throws SpecException if this is not a single value, or is empty
   */
  public String text() throws SpecException {
    if (!(node instanceof ScalarNode scalar)) {
      throw complaint("must be one value, not " + what());
    }
    String text = scalar.getValue().strip();
    if (text.isEmpty() || (scalar.isPlain() && (text.equals("null") || text.equals("~")))) {
      throw complaint("has no value");
    }
    return text;
  }

  /**
   * The node as JSON: numbers, {@code true}, {@code false} and {@code null} without quotes are
   * values of these types, all others are strings.
   *
   * @throws SpecException if a key occurs twice
   */
  public String json() throws SpecException {
    StringJoiner items = new StringJoiner(", ", isList() ? "[" : "{", isList() ? "]" : "}");
    if (isList()) {
      for (YamlNode item : list()) {
        items.add(item.json());
      }
      return items.toString();
    }
    if (node instanceof ScalarNode scalar) {
      boolean text = scalar.getTag().equals(Tag.STR);
      return text ? StringNode.valueOf(scalar.getValue()).toString() : scalar.getValue();
    }
    for (Map.Entry<String, YamlNode> pair : mapping().entrySet()) {
      items.add(StringNode.valueOf(pair.getKey()) + ": " + pair.getValue().json());
    }
    return items.toString();
  }

  /** Parses the value as written; adds the position to an error of the parser. */
  public <T> T parsed(SpecEntries.Parser<T> parser) throws SpecException {
    String text = text();
    try {
      return parser.parse(text);
    } catch (SpecException e) {
      throw complaint(e);
    }
  }

  /**
   * Returns the value of a key.
   *
   * @param pairs the pairs of this mapping
   * @throws SpecException if the key is missing
   */
  public YamlNode required(Map<String, YamlNode> pairs, String name) throws SpecException {
    YamlNode found = pairs.get(name);
    if (found == null) {
      throw complaint("the key " + name + " is missing");
    }
    return found;
  }

  private String what() {
    if (node instanceof MappingNode) {
      return "pairs";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    String value = ((ScalarNode) node).getValue().strip();
    return value.isEmpty() ? "nothing" : "one value";
  }
}
