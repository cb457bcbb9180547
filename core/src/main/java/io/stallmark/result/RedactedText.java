package io.stallmark.result;

import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Serializes a text from outside the program, such as a URL or a server's message. Applies the
 * redaction in the writer's attribute {@link #REDACTION}.
 */
final class RedactedText extends ValueSerializer<String> {

  static final String REDACTION = "redaction";

  @Override
  public void serialize(String text, JsonGenerator generator, SerializationContext context) {
    generator.writeString(
        context.getAttribute(REDACTION) instanceof UnaryOperator<?> redaction
            ? redact(redaction, text)
            : text);
  }

  @SuppressWarnings("unchecked")
  private static String redact(UnaryOperator<?> redaction, String text) {
    return ((UnaryOperator<String>) redaction).apply(text);
  }
}
