package io.stallmark.spec;

import io.stallmark.spi.Secret;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database URL without its password.
 *
 * @param url the URL after removal of the password
 * @param password the decoded password of the URL; null: none
 * @param secrets every text that must not appear in the output: the password in all its spellings,
 *     and passwords of key stores. The latter stay in the URL, because only the driver understands
 *     them
 */
public record DatabaseUrl(String url, @Nullable Secret password, List<Secret> secrets) {

  /** {@code scheme://user:password@}, up to the last @ before the path. */
  private static final Pattern USER_INFO = Pattern.compile("^([^/?]*//[^:@/?#]*):([^/?#]*)@");

  /** A password in a URL that is the value of a parameter. */
  private static final Pattern INNER_USER_INFO = Pattern.compile("//[^:@/?#&]*:([^@/?#&]+)@");

  private static final String KEY = "([a-z_.]*(?:password[123]?|passwd|pwd|secret|token))";

  /** {@code password=…} before the question mark: within the parentheses of a host. */
  private static final Pattern IN_HOSTS = pattern("([(,])" + KEY + "=([^&;,)]*)");

  /**
   * {@code password=…} after the question mark; a comma or a semicolon in it is part of the
   * password.
   */
  private static final Pattern IN_QUERY = pattern("([?&;])" + KEY + "=([^&]*)");

  /** A property within a parameter: {@code authMechanismProperties=AWS_SESSION_TOKEN:…}. */
  private static final Pattern PROPERTY = pattern("([=,])" + KEY + ":([^&;,]*)");

  /**
   * A URL whose password probably contains an unencoded / or ?: it has an @ in the path, or a port
   * that is not a number.
   */
  private static final Pattern UNSPLIT =
      Pattern.compile(
          "^[^/]*//(?:[^/?#]*/[^?#]*|[^/?#]*[?#][^=&]*|[^@/?#]*:[^@/?#,]*[^0-9@/?#,][^@/?#,]*[?#].*)@");

  public DatabaseUrl {
    secrets = List.copyOf(secrets);
  }

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Parses a URL and removes its password.
   *
   * @throws SpecException if the text is not a URL, or seems to contain a password that cannot be
   *     separated from the rest; the message does not contain the URL
   */
  public static DatabaseUrl parse(String text) throws SpecException {
    if (text.isBlank() || text.indexOf(':') < 1) {
      throw new SpecException("--url takes scheme://user@host:port/database");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new SpecException(
          "--url: the URL has a control character, such as the end of a line; leave it out, or write it as %0A");
    }
    Parsing parsing = new Parsing();
    String url = parsing.parameters(parsing.userInfo(lowerScheme(text)));
    if (UNSPLIT.matcher(url).find()) {
      throw new SpecException(
          "--url: a '/' or '?' is before an '@'; in a password write them as %2F and %3F, or"
              + " give the password with STALLMARK_PASSWORD or --password-file");
    }
    return new DatabaseUrl(url, parsing.password, parsing.secrets);
  }

  /**
   * Parses a URL of a file, which must not contain a secret.
   *
   * @throws SpecException if the URL is invalid or contains one
   */
  public static DatabaseUrl withoutSecrets(String text) throws SpecException {
    DatabaseUrl url = parse(text);
    if (!url.secrets().isEmpty()) {
      throw new SpecException(
          "a file must not contain a password; give it with STALLMARK_PASSWORD or a password-file");
    }
    return url;
  }

  /**
   * Converts the scheme to lower case, because schemes are case-insensitive (RFC 3986, section
   * 3.1). The rest is unchanged, also a URL within a parameter.
   */
  private static String lowerScheme(String text) {
    int slashes = text.indexOf("//");
    return slashes < 0 || text.lastIndexOf('?', slashes) >= 0
        ? text
        : text.substring(0, slashes).toLowerCase(Locale.ROOT) + text.substring(slashes);
  }

  /** The password and the secrets found so far. */
  private static final class Parsing {

    private final List<Secret> secrets = new ArrayList<>();
    private @Nullable Secret password;

    String userInfo(String text) {
      Matcher matcher = USER_INFO.matcher(text);
      if (!matcher.find()) {
        return text;
      }
      take(matcher.group(2), true);
      return matcher.group(1) + text.substring(matcher.end() - 1);
    }

    String parameters(String text) {
      int question = text.indexOf('?');
      int query = question < 0 ? text.length() : question;
      String hosts = parameters(IN_HOSTS, text.substring(0, query));
      INNER_USER_INFO
          .matcher(text.substring(query))
          .results()
          .forEach(inner -> take(inner.group(1), false));
      String rest = parameters(PROPERTY, parameters(IN_QUERY, text.substring(query)));
      return password == null ? hosts + rest : tidyHosts(hosts) + tidyQuery(rest);
    }

    private String parameters(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      StringBuilder rest = new StringBuilder();
      while (matcher.find()) {
        boolean login = pattern != PROPERTY && matcher.group(2).equalsIgnoreCase("password");
        take(matcher.group(3), login);
        String left = login ? matcher.group(1) : matcher.group();
        matcher.appendReplacement(rest, Matcher.quoteReplacement(left));
      }
      return matcher.appendTail(rest).toString();
    }

    /** Removes the separators around removed parameters. */
    private static String tidyHosts(String text) {
      return text.replaceAll("([(,]),+", "$1").replaceAll(",+\\)", ")").replace("()", "");
    }

    private static String tidyQuery(String text) {
      return text.replaceAll("([?&;])[&;]+", "$1").replaceAll("[?&;]+$", "");
    }

    private void take(String encoded, boolean login) {
      String clear = decode(encoded);
      if (login && password == null && !clear.isEmpty()) {
        password = new Secret(clear);
      }
      secrets.add(new Secret(encoded));
      secrets.add(new Secret(clear));
      int semicolon = encoded.indexOf(';');
      // for a driver that separates parameters by semicolons, the value ends here
      if (semicolon > 0) {
        secrets.add(new Secret(encoded.substring(0, semicolon)));
        secrets.add(new Secret(decode(encoded.substring(0, semicolon))));
      }
    }
  }

  /**
   * Decodes percent-encoding only: a plus sign remains. An invalid encoding is returned unchanged.
   */
  static String decode(String encoded) {
    try {
      return Text.percentDecoded(encoded);
    } catch (RefusedException e) {
      return encoded;
    }
  }
}
