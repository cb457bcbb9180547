package io.stallmark.ycsbclient;

import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Texts that must not appear in what a user sees, because bindings print URLs and properties: the
 * values of the file of properties, and passwords among all properties. Immutable.
 */
final class SecretTexts {

  /** Shorter texts, numbers and truth values also occur where they are no secrets. */
  private static final int SHORTEST = 4;

  private static final Pattern PLAIN = Pattern.compile("\\d+|true|false");

  /** Name of a property whose value is a secret. */
  private static final Pattern NAME =
      Pattern.compile("(?i)pass|pwd|secret|token|credential|key(?!space|store|column)");

  /** A password in a URL: {@code //user:password@}, {@code password=value}. */
  private static final Pattern IN_URL =
      Pattern.compile(
          "(?i)//[^/@:\\s]*:([^/\\s]*)@|(?:password|passwd|pwd|secret|token)=([^&;\\s]*)");

  /** The longest first, because another may be a part of it. */
  private final List<String> texts;

  private SecretTexts(Stream<String> all) {
    texts =
        all.filter(text -> text.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  static SecretTexts of(Collection<String> ofFile, Map<String, String> properties) {
    Stream<String> values = ofFile.stream().filter(value -> !PLAIN.matcher(value).matches());
    Stream<String> named =
        properties.entrySet().stream()
            .filter(property -> NAME.matcher(property.getKey()).find())
            .map(Map.Entry::getValue);
    Stream<String> inUrls = properties.values().stream().flatMap(SecretTexts::ofUrl);
    return new SecretTexts(Stream.of(values, named, inUrls).flatMap(texts -> texts));
  }

  private static Stream<String> ofUrl(String value) {
    return IN_URL
        .matcher(value)
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .flatMap(text -> Stream.of(text, decoded(text)));
  }

  private static String decoded(String text) {
    try {
      return Text.percentDecoded(text);
    } catch (RefusedException e) {
      return text; // it is not encoded
    }
  }

  SecretTexts and(String secret) {
    return new SecretTexts(Stream.concat(texts.stream(), Stream.of(secret)));
  }

  /** The same text without secrets. */
  String hide(String text) {
    String rest = text;
    for (String secret : texts) {
      rest = rest.replace(secret, "***");
    }
    return rest;
  }
}
