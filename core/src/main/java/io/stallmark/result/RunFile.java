package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes {@code run.json}. Ignores names that this version does not know. */
public final class RunFile {

  /** Name of the file in a run's directory. */
  public static final String NAME = "run.json";

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private RunFile() {}

  /**
   * Returns the text of the file.
   *
   * @param redaction applied to every text that came from outside the program
   */
  public static String print(RunDocument run, UnaryOperator<String> redaction) {
    return MAPPER.writer().withAttribute(RedactedText.REDACTION, redaction).writeValueAsString(run)
        + "\n";
  }

  /**
   * Reads the {@code run.json} of a run's directory.
   *
   * @throws NoRunException if the file is missing, cannot be read, or has another schema version
   */
  public static RunDocument read(Path directory) throws NoRunException {
    return document(tree(directory), directory);
  }

  /**
   * Reads the file as a tree, which includes names that this version does not know.
   *
   * @throws NoRunException if the file is missing, cannot be read, or has another schema version
   */
  public static ObjectNode tree(Path directory) throws NoRunException {
    Path file = directory.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      throw new NoRunException(directory + " is no run's directory: it has no run.json");
    }
    try {
      if (MAPPER.readTree(Files.readString(file)) instanceof ObjectNode json && json.has("state")) {
        checkVersion(json.path("schemaVersion"), file);
        return json;
      }
    } catch (NoRunException e) {
      throw e;
    } catch (IOException | JacksonException e) {
      throw damaged(file);
    }
    throw new NoRunException(file + " is not what 'stallmark run' writes: it has no state");
  }

  /**
   * Returns the document of a tree.
   *
   * @param directory directory of the run, for the message of an error
   * @throws NoRunException if a value has another type than in the schema
   */
  public static RunDocument document(ObjectNode tree, Path directory) throws NoRunException {
    try {
      return MAPPER.treeToValue(tree, RunDocument.class);
    } catch (JacksonException e) {
      String place =
          e.getPath().stream()
              .map(part -> part.getPropertyName() == null ? "[]" : part.getPropertyName())
              .collect(Collectors.joining("."));
      throw new NoRunException(
          directory.resolve(NAME)
              + " cannot be read: the value of "
              + (place.isEmpty() ? "the document" : place)
              + " is not of its type");
    }
  }

  private static NoRunException damaged(Path file) {
    return new NoRunException(file + " cannot be read: it is damaged or no JSON at all");
  }

  /** Refuses another version, in which the same names may have another meaning. */
  private static void checkVersion(JsonNode version, Path file) throws NoRunException {
    if (!version.isMissingNode()
        && !(version.isNumber() && version.asDouble() == RunDocument.SCHEMA_VERSION)) {
      throw new NoRunException(
          file
              + " is of version "
              + version
              + ", which this Stallmark does not know: it reads version "
              + RunDocument.SCHEMA_VERSION);
    }
  }
}
