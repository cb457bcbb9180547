package io.stallmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
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
          .disable(JsonNodeFeature.READ_NULL_PROPERTIES) // null is as absent: it is never written
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  /** Maximum size of a file, bytes. A run of thousands of kinds and phases writes less. */
  private static final long LARGEST = 32 * 1024 * 1024;

  private static final String DAMAGED = "it is damaged or not JSON";

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

  /** Returns a part of a document as it is in the file, not redacted. */
  public static JsonNode tree(@Nullable Object part) {
    return MAPPER.valueToTree(part);
  }

  /**
   * Reads the {@code run.json} of a run's directory.
   *
   * @throws NoRunException if the file is missing, cannot be read, or has another schema version
   */
  public static RunDocument read(Path directory) throws NoRunException {
    Path file = directory.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      throw new NoRunException(directory + " is not a run's directory: it has no run.json");
    }
    try (JsonParser parser = new PlausibleParser(MAPPER.createParser(text(file)))) {
      if (!(MAPPER.readTree(parser) instanceof ObjectNode json && json.has("state"))) {
        throw new NoRunException(file + " is not what 'stallmark run' writes: it has no state");
      }
      checkVersion(json.path("schemaVersion"), file);
      return MAPPER.treeToValue(json, RunDocument.class);
    } catch (DatabindException e) {
      String place =
          e.getPath().stream()
              .map(part -> part.getPropertyName() == null ? "[]" : part.getPropertyName())
              .collect(Collectors.joining("."));
      String what = place.isEmpty() ? "the document" : place;
      throw new NoRunException(
          file + " cannot be read: the value of " + what + " is not of its type");
    } catch (JacksonException e) {
      String why = e instanceof PlausibleParser.Refusal ? e.getOriginalMessage() : DAMAGED;
      String line = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw new NoRunException(file + " cannot be read: " + why + line);
    } catch (CharacterCodingException e) {
      throw new NoRunException(file + " cannot be read: " + DAMAGED);
    } catch (NoRunException e) {
      throw e;
    } catch (IOException e) {
      throw new NoRunException(file + " cannot be read: " + FileTrouble.reason(e));
    }
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new NoRunException(file + " cannot be read: it is too large");
    }
    return Files.readString(file);
  }

  /** Refuses another version, in which the same names may have another meaning. */
  private static void checkVersion(JsonNode version, Path file) throws NoRunException {
    if (!version.isMissingNode()
        && !(version.isNumber() && version.asDouble() == RunDocument.SCHEMA_VERSION)) {
      throw new NoRunException(
          Text.format(
              "%s has version %s, but this Stallmark reads version %d",
              file, version, RunDocument.SCHEMA_VERSION));
    }
  }

  /**
   * Parser of {@code run.json} that refuses numbers and times that no run has, such as a negative
   * rate. They would end comparisons and histories later, without the name of the file.
   */
  static final class PlausibleParser extends JsonParserDelegate {

    /** Maximum number of characters of a number. */
    private static final int LONGEST = 40;

    private static final List<String> TIMES =
        Arrays.asList("startedAt", "measuredFrom", "endedAt"); // may be asked for null
    private static final Pattern TIME = Pattern.compile("[12]\\d{3}-.*");

    /** Numbers that may be negative: seeds, steps of the clock, settings of the workload. */
    private static final Pattern SIGNED =
        Pattern.compile("/(seed|requestSeed|trust/worst/.*|spec/(settings|resolved|phases/.*)/.*)");

    PlausibleParser(JsonParser parser) {
      super(parser);
    }

    @Override
    public JsonToken nextToken() {
      JsonToken token;
      try {
        token = super.nextToken();
      } catch (StreamConstraintsException e) {
        throw new Refusal(this, "it is nested too deeply, or a text in it is too long");
      }
      if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
        check(
            getStringLength() <= LONGEST && Double.isFinite(getDoubleValue()),
            "it is out of range");
        check(getDoubleValue() >= 0 || SIGNED.matcher(place()).matches(), "it is negative");
      } else if (token == JsonToken.VALUE_STRING && TIMES.contains(currentName())) {
        check(TIME.matcher(getString()).matches(), "it is not a time of a run");
      }
      return token;
    }

    private String place() {
      return streamReadContext().pathAsPointer().toString();
    }

    private void check(boolean plausible, String why) {
      if (!plausible) {
        throw new Refusal(
            this, "the value of " + place().substring(1).replace('/', '.') + ": " + why);
      }
    }

    /** Thrown at a value that no run has. The message names the value. */
    static final class Refusal extends StreamReadException {

      private static final long serialVersionUID = 1;

      Refusal(JsonParser parser, String message) {
        super(parser, message);
      }
    }
  }
}
