package io.stallmark.spec;

import io.stallmark.spi.Secret;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes secrets from text before it is written. A strong secret is removed wherever it occurs. A
 * weak one, such as {@code 1} or {@code mysql}, also occurs in figures and paths. It is removed
 * only where a secret can be: within single quotes, in the user information of a URL, and after a
 * name such as {@code password}. Immutable.
 */
public final class Redactor {

  public static final Redactor NONE = new Redactor(List.of());

  private static final String NAME =
      "(?:password|passphrase|passwd|pwd|secret|token|(?<!\\p{Alnum})(?:api)?key)[123]?";

  /** A value after the name of a secret: {@code password=x}, {@code "token": "x"}. */
  private static final Pattern NAMED =
      Pattern.compile("(?i)" + NAME + "[\"']?\\s*[=:]\\s*[\"']?([^\\s\"'&;,)]+)([^&;,\"']*)");

  /** A password in a statement: {@code IDENTIFIED BY 'x'}, {@code PASSWORD 'x'}. */
  private static final Pattern IN_STATEMENT =
      Pattern.compile(
          "(?i)\\b(?:identified\\b[^'\"]*\\b(?:by|as)|password)\\b[^'\"]{0,80}['\"]([^'\"]+)()['\"]");

  /** Beginning of a setting that is a pattern of texts, in which @ is a letter: x=text:@@-## */
  private static final String PATTERN = "(?!url=)\\w[\\w.-]*=text:";

  /** The password in a URL, up to the last @, because it may contain any character. */
  private static final Pattern IN_URL =
      Pattern.compile("(?://|^(?!.*//)(?!" + PATTERN + "))[^/:@]*:(.*)@");

  /** A weak secret as a word: after a quote, a user's name in a URL, or the name of a secret. */
  private static final String WEAK =
      "(?<=(?<![\\p{Alnum}])'[^']{0,200}(?<![\\p{Alnum}_]))%1$s(?=[^']*')(?![\\p{Alnum}_])"
          + "|(?<=:)%1$s(?=@)|(?<=//[^/:@\\s]{0,80}:)%1$s(?![\\p{Alnum}_])"
          + "|(?i)(?<="
          + NAME
          + "[\"']?\\s{0,2}[=:]\\s{0,2}[\"']?)(?-i)%1$s(?![\\p{Alnum}_])";

  /** Six characters or five of two sorts, with a letter; not a word of the program's own output. */
  private static final Pattern STRONG =
      Pattern.compile(
          "(?!(?i:\\p{L}*(?:db|sql|bench|mark)|timeseries|embedded|localhost|password|secret"
              + "|transactions?|statements?|database)$)"
              + "(?=.*\\p{L})(?:(?=.*(?:[^\\p{L}]|\\p{Ll}.*\\p{Lu}|\\p{Lu}.*\\p{Ll})).{5,}|.{6,})");

  private final List<String> secrets;
  private final List<Pattern> patterns;

  public Redactor(Collection<Secret> secrets) {
    this(secrets.stream().map(Secret::reveal));
  }

  private Redactor(Stream<String> all) {
    secrets =
        all.filter(secret -> !secret.isBlank())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    patterns = secrets.stream().map(Redactor::pattern).toList();
  }

  /**
   * Returns a redactor of everything in a user's input that looks like a secret. Messages quote
   * such input before it is known to be invalid.
   *
   * @param lines arguments, or the lines of a file
   */
  public static Redactor suspecting(Collection<String> lines) {
    List<String> found = new ArrayList<>();
    for (String line : lines) {
      for (String part : (line + "\n" + line.replaceAll("[\\s\"'\\[\\]{},]+", "\n")).split("\n")) {
        Matcher password = IN_URL.matcher(part);
        if (password.find()) {
          found.add(password.group(1));
          found.add(DatabaseUrl.decode(password.group(1)));
        }
      }
      for (Pattern form : List.of(NAMED, IN_STATEMENT)) {
        for (Matcher named = form.matcher(line); named.find(); ) {
          found.add(named.group(1));
          found.add(named.group(1) + named.group(2).stripTrailing());
        }
      }
    }
    return new Redactor(found.stream());
  }

  /** Returns a redactor of the secrets of both. */
  public Redactor and(Redactor other) {
    return new Redactor(Stream.concat(secrets.stream(), other.secrets.stream()));
  }

  public String redact(String text) {
    String redacted = text;
    for (Pattern secret : patterns) {
      redacted = secret.matcher(redacted).replaceAll("***");
    }
    return redacted;
  }

  private static Pattern pattern(String secret) {
    String literal = Pattern.quote(secret);
    return Pattern.compile(STRONG.matcher(secret).matches() ? literal : Text.format(WEAK, literal));
  }
}
