package io.stallmark.spec;

import io.stallmark.spi.Secret;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database's URL without the password that may have stood in it.
 *
 * @param url the rest
 * @param password in the clear as far as the URL had it percent-encoded; null: it had none
 * @param secrets every text that must not be seen: the password in all its spellings, and the
 *     passwords of key stores, which stay in the URL because only the driver knows them
 */
public record DatabaseUrl(String url, @Nullable Secret password, List<Secret> secrets) {

  /** {@code scheme://user:password@}, up to the last @ before the path. */
  private static final Pattern USER_INFO = Pattern.compile("^([^/]*//[^:@/?#]*):([^/?#]*)@");

  private static final String KEY = "([a-z_]*(?:password[123]?|passwd|pwd|secret|token))";

  /** {@code password=…} before the question mark: in a host's parentheses. */
  private static final Pattern IN_HOSTS = pattern("([(,])" + KEY + "=([^&;,)]*)");

  /** {@code password=…} after it; a comma or a semicolon in it is the password's own. */
  private static final Pattern IN_QUERY = pattern("([?&;])" + KEY + "=([^&]*)");

  /** A property within a parameter: {@code authMechanismProperties=AWS_SESSION_TOKEN:…}. */
  private static final Pattern PROPERTY = pattern("([=,])" + KEY + ":([^&;,]*)");

  /** What looks like a password with a / or a ? in it: an @ in the path, or a port in words. */
  private static final Pattern UNSPLIT =
      Pattern.compile("^[^/]*//(?:[^@/?#]*/[^?#]*|[^@/?#]*:[^@/?#,]*[^0-9@/?#,][^@/?#,]*[?#].*)@");

  public DatabaseUrl {
    secrets = List.copyOf(secrets);
  }

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /**
   * @throws SpecException when a password seems to stand in the URL but cannot be told apart; the
   *     message does not repeat it
   */
  public static DatabaseUrl parse(String text) throws SpecException {
    if (text.isBlank() || text.indexOf(':') < 1) {
      throw new SpecException("--url takes scheme://user@host:port/database");
    }
    Parsing parsing = new Parsing();
    String url = parsing.parameters(parsing.userInfo(lowerScheme(text)));
    if (UNSPLIT.matcher(url).find()) {
      throw new SpecException(
          "--url: a '/' or '?' stands before an '@'; in a password write them as %2F and %3F, or"
              + " give the password with STALLMARK_PASSWORD or --password-file");
    }
    return new DatabaseUrl(url, parsing.password, parsing.secrets);
  }

  /** A scheme is the same in capitals (RFC 3986, 3.1); what follows it may not be. */
  private static String lowerScheme(String text) {
    int slashes = text.indexOf("//");
    return slashes < 0
        ? text
        : text.substring(0, slashes).toLowerCase(Locale.ROOT) + text.substring(slashes);
  }

  /** What was taken out so far. */
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

    /** Closes the gaps that parameters left. */
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
      if (semicolon > 0) { // where a driver parts parameters by semicolons, it ends there
        secrets.add(new Secret(encoded.substring(0, semicolon)));
        secrets.add(new Secret(decode(encoded.substring(0, semicolon))));
      }
    }

    /** Percent-encoding only: a plus sign is itself. What is no encoding stands for itself. */
    private static String decode(String encoded) {
      try {
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
      } catch (IllegalArgumentException e) {
        return encoded;
      }
    }
  }
}
