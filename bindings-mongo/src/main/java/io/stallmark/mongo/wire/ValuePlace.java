package io.stallmark.mongo.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

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

  private static final Map<String, ValuePlace> OF_COMMAND =
      places(
          Map.of(
              NAMES,
              "$db collection to key hint sort collation readConcern writeConcern $readPreference"
                  + " lsid $clusterTime ns nsInfo index viewOn timeseries validationLevel"
                  + " validationAction clusteredIndex apiVersion $hint $orderby out",
              FILTER,
              "filter query validator arrayFilters",
              UPDATE,
              "update",
              PIPELINE,
              "pipeline",
              STATEMENT,
              "updates deletes ops",
              INDEX,
              "indexes",
              EXPRESSION,
              "projection fields",
              COMMAND,
              "explain"));

  private static final Map<String, ValuePlace> OF_STATEMENT =
      places(
          Map.of(
              NAMES, "hint collation sort",
              FILTER, "q filter arrayFilters",
              UPDATE, "u updateMods"));

  private static final Map<String, ValuePlace> OF_INDEX =
      places(
          Map.of(
              NAMES,
              "key name collation default_language language_override",
              FILTER,
              "partialFilterExpression"));

  private static final Map<String, ValuePlace> OF_FILTER =
      places(
          Map.of(
              NAMES, "$type $options $language",
              EXPRESSION, "$expr",
              VALUES, "$eq $ne $gt $gte $lt $lte $in $nin $literal $jsonSchema $comment"));

  private static final Map<String, ValuePlace> OF_UPDATE =
      places(Map.of(NAMES, "$rename $currentDate", FILTER, "$pull"));

  private static final Map<String, ValuePlace> OF_PIPELINE =
      places(
          Map.of(
              FILTER,
              "$match",
              JOIN,
              "$lookup $graphLookup $unionWith $out $merge $geoNear $densify",
              NAMES,
              "$unwind $count $sort $sample $unset $collStats",
              FACETS,
              "$facet"));

  private static final Map<String, ValuePlace> OF_JOIN =
      places(
          Map.of(
              NAMES,
              "from coll into db localField foreignField as connectFromField connectToField"
                  + " depthField on distanceField includeLocs key field timeseries whenNotMatched",
              PIPELINE,
              "pipeline whenMatched",
              FILTER,
              "restrictSearchWithMatch query"));

  private static final Map<String, ValuePlace> OF_EXPRESSION =
      places(
          Map.of(
              NAMES, "$meta",
              VALUES, "$literal",
              FILTER, "$elemMatch",
              JOIN, "$getField"));

  /** Names in the documents of operators, as "operator field". */
  private static final Set<String> OF_OPERATORS =
      Set.of(
          "$filter as",
          "$map as",
          "$setField field",
          "$unsetField field",
          "$dateToString format",
          "$dateFromString format",
          "$regexMatch options",
          "$regexFind options",
          "$regexFindAll options");

  /** Options of operators, wherever they are in an expression. */
  private static final Set<String> OPTIONS =
      Set.of(
          "year",
          "quarter",
          "month",
          "week",
          "day",
          "hour",
          "minute",
          "second",
          "millisecond",
          "unbounded",
          "current",
          "UTC",
          "GMT",
          "int",
          "long",
          "double",
          "decimal",
          "string",
          "date",
          "bool",
          "objectId",
          "Point",
          "full");

  /** What $merge does with a document that exists. */
  private static final Set<String> MERGES =
      Set.of("replace", "keepExisting", "merge", "fail", "pipeline");

  private static Map<String, ValuePlace> places(Map<ValuePlace, String> names) {
    Map<String, ValuePlace> places = new HashMap<>();
    names.forEach(
        (place, list) -> {
          for (String name : list.split(" ")) {
            places.put(name, place);
          }
        });
    return Map.copyOf(places);
  }

  /**
   * Place of a field's value.
   *
   * @param owner name of the document that has the field, or of the array around it
   */
  ValuePlace of(String owner, String field) {
    return switch (this) {
      case NAMES -> NAMES;
      case VALUES -> VALUES;
      case COMMAND -> OF_COMMAND.getOrDefault(field, VALUES);
      case STATEMENT -> OF_STATEMENT.getOrDefault(field, VALUES);
      case INDEX -> OF_INDEX.getOrDefault(field, VALUES);
      case FILTER ->
          owner.equals("$geometry") && field.equals("type")
              ? NAMES
              : OF_FILTER.getOrDefault(field, FILTER);
      case UPDATE -> OF_UPDATE.getOrDefault(field, VALUES);
      case PIPELINE -> OF_PIPELINE.getOrDefault(field, EXPRESSION);
      case FACETS -> PIPELINE;
      case JOIN -> OF_JOIN.getOrDefault(field, EXPRESSION);
      case EXPRESSION ->
          OF_OPERATORS.contains(owner + " " + field)
              ? NAMES
              : OF_EXPRESSION.getOrDefault(field, EXPRESSION);
    };
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
