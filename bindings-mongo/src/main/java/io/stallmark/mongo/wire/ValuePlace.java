package io.stallmark.mongo.wire;

import io.stallmark.text.Text;
import io.stallmark.text.TextResource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Place in a command, which decides whether a text there is a name or a value. A text at a place
 * that is not known is a value.
 */
enum ValuePlace {
  /** Names and options. */
  NAMES,
  /** Documents: every text is a value. */
  VALUES,
  /** Fields of a command. */
  COMMAND,
  /** Fields of an update, of a deletion, or of an operation of bulkWrite. */
  STATEMENT,
  /** Fields of an index. */
  INDEX,
  /** Conditions. */
  FILTER,
  /** Operators of an update, a new document, or a pipeline. */
  UPDATE,
  /** Stages. */
  PIPELINE,
  /** Pipelines by name. */
  FACETS,
  /** Fields of a stage that names collections or fields. */
  JOIN,
  /** Expressions: a text that begins with a dollar sign is a path. */
  EXPRESSION;

  private static final TextResource NAMED = new TextResource(ValuePlace.class, "value-places");
  private static final Set<String> OPTIONS = Text.wordSet(NAMED.get("texts.expression"));
  private static final Set<String> MERGES = Text.wordSet(NAMED.get("texts.pipeline"));

  /** Places of fields by the place of their document. */
  private static final Map<ValuePlace, Map<String, ValuePlace>> FIELDS =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(document -> document, ValuePlace::fields));

  private static Map<String, ValuePlace> fields(ValuePlace document) {
    Map<String, ValuePlace> places = new HashMap<>();
    NAMED
        .group(document.name().toLowerCase(Locale.ROOT))
        .forEach(
            (place, names) ->
                Text.wordSet(names)
                    .forEach(name -> places.put(name, valueOf(place.toUpperCase(Locale.ROOT)))));
    return Map.copyOf(places);
  }

  /**
   * Place of a field's value.
   *
   * @param owner name of the document that has the field, or of the array around it
   */
  ValuePlace of(String owner, String field) {
    Map<String, ValuePlace> places = FIELDS.getOrDefault(this, Map.of());
    ValuePlace ofOwner = owner.startsWith("$") ? places.get(owner + ">" + field) : null;
    ValuePlace otherwise =
        switch (this) {
          case NAMES, FILTER -> this;
          case FACETS -> PIPELINE;
          case PIPELINE, JOIN, EXPRESSION -> EXPRESSION;
          default -> VALUES;
        };
    return ofOwner == null ? places.getOrDefault(field, otherwise) : ofOwner;
  }

  /** Place of an element of an array at this place. */
  ValuePlace ofElement() {
    return this == UPDATE ? PIPELINE : this;
  }

  /** Whether a text at this place is no value. */
  boolean keeps(String text) {
    return switch (this) {
      case NAMES, JOIN -> true;
      case PIPELINE -> MERGES.contains(text);
      case EXPRESSION -> text.startsWith("$") || OPTIONS.contains(text);
      default -> false;
    };
  }
}
