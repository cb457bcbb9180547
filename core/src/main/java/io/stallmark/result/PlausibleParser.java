package io.stallmark.result;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * Parser of {@code run.json} that refuses numbers and times that no run has, such as a negative
 * rate. They would end comparisons and histories later, without the name of the file.
 */
final class PlausibleParser extends JsonParserDelegate {

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
          getStringLength() <= LONGEST && Double.isFinite(getDoubleValue()), "it is out of range");
      check(getDoubleValue() >= 0 || SIGNED.matcher(place()).matches(), "it is negative");
    } else if (token == JsonToken.VALUE_STRING && TIMES.contains(currentName())) {
      check(TIME.matcher(getString()).matches(), "it is no time of a run");
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
