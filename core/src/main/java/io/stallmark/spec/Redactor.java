package io.stallmark.spec;

import io.stallmark.spi.Secret;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes known passwords from text before it is written. A password of at least four characters is
 * replaced anywhere. A shorter one is replaced only as a separate word, because a password of "a"
 * would otherwise make the text unreadable. Immutable.
 */
public final class Redactor {

  public static final Redactor NONE = new Redactor(List.of());

  private static final int SHORT = 4;

  private final List<Pattern> secrets;

  public Redactor(Collection<Secret> secrets) {
    List<Pattern> patterns = new ArrayList<>();
    secrets.stream()
        .map(Secret::reveal)
        .filter(secret -> !secret.isEmpty())
        .distinct()
        .sorted(Comparator.comparingInt(String::length).reversed())
        .forEach(secret -> patterns.add(pattern(secret)));
    this.secrets = List.copyOf(patterns);
  }

  public String redact(String text) {
    String redacted = text;
    for (Pattern secret : secrets) {
      redacted = secret.matcher(redacted).replaceAll("***");
    }
    return redacted;
  }

  private static Pattern pattern(String secret) {
    String literal = Pattern.quote(secret);
    return Pattern.compile(
        secret.length() >= SHORT ? literal : "(?<![\\p{Alnum}_])" + literal + "(?![\\p{Alnum}_])");
  }
}
