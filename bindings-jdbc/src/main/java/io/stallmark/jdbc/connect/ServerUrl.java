package io.stallmark.jdbc.connect;

import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parsed URL of a database on a server.
 *
 * @param scheme scheme of the URL, such as {@code mysql}
 * @param mode the part of a {@code jdbc:} URL after the scheme, such as {@code :loadbalance}, or
 *     empty
 * @param user user name; null if not given
 * @param password password; null if not given
 * @param hosts hosts as written, including ports and commas
 * @param database name of the database, not empty
 * @param params driver properties, without user, password and {@code socket}
 * @param socket path of a Unix socket; null for TCP
 */
public record ServerUrl(
    String scheme,
    String mode,
    @Nullable String user,
    @Nullable String password,
    String hosts,
    String database,
    Map<String, String> params,
    @Nullable String socket) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "(?:(?<jdbc>jdbc):)?(?<scheme>[a-z]\\w*)(?<mode>(?::[a-z-]+)*)://"
              + "(?:(?<user>[^/?]*)@)?(?<hosts>[^/?]*)(?:/(?<db>[^?]*))?(?:\\?(?<params>.*))?");

  /** A host in URL notation, not in a driver's own notation such as {@code (host=h,port=3306)}. */
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[[^\\s\\[\\]]+]|[^\\s\\[\\]:]*)(?::(?<port>.*))?");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
  private static final int LAST_PORT = 65_535;

  public ServerUrl {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }

  /**
   * @param example a complete URL, for messages
   * @throws RefusedException with a one-line message that does not contain the password
   */
  public static ServerUrl parse(String url, String example) {
    Matcher m = SHAPE.matcher(url);
    if (!m.matches() || (m.group("jdbc") == null && !m.group("mode").isEmpty())) {
      throw new RefusedException("The URL is not of the form " + example);
    }
    String database = Text.percentDecoded(m.group("db") == null ? "" : m.group("db"));
    if (database.isEmpty()) {
      throw new RefusedException("The URL names no database; write it as " + example);
    }
    checkHosts(m.group("hosts"), example);
    Map<String, String> params = params(m.group("params"));
    String login = m.group("user") == null ? "" : m.group("user");
    int colon = login.indexOf(':');
    String user = Text.percentDecoded(colon < 0 ? login : login.substring(0, colon));
    String password = colon < 0 ? null : Text.percentDecoded(login.substring(colon + 1));
    String userParam = params.remove("user");
    String passwordParam = params.remove("password");
    return new ServerUrl(
        m.group("scheme"),
        m.group("mode"),
        user.isEmpty() ? userParam : user,
        password == null ? passwordParam : password,
        m.group("hosts").isEmpty() ? "localhost" : m.group("hosts"),
        database,
        params,
        socket(params.remove("socket")));
  }

  private static @Nullable String socket(@Nullable String path) {
    if (path != null && path.isBlank()) {
      throw new RefusedException(
          "The URL's option socket is empty; write it as socket=/path/of/the/socket");
    }
    return path;
  }

  /**
   * Checks hosts and ports. Messages quote nothing: if the URL lacks the @, a password may be in
   * the place of the host.
   */
  private static void checkHosts(String hosts, String example) {
    if (hosts.isEmpty() || hosts.contains("(")) {
      return;
    }
    for (String host : hosts.split(",", -1)) {
      Matcher m = HOST.matcher(host);
      if (!m.matches()) {
        throw new RefusedException(
            host.matches(".*\\s.*")
                ? "The URL's host has a space in it"
                : "The URL's host has unmatched brackets;"
                    + " an IPv6 address is written as [::1]:3306");
      }
      if (m.group("name").isEmpty()) {
        throw new RefusedException("The URL has an empty host; write it as " + example);
      }
      checkPort(m.group("port"));
    }
  }

  private static void checkPort(@Nullable String port) {
    if (port == null) {
      return;
    }
    if (port.contains(":")) {
      throw new RefusedException(
          "The URL's host has more than one colon; an IPv6 address is written as [::1]:3306");
    }
    int number = NUMBER.matcher(port).matches() ? Integer.parseInt(port) : 0;
    if (number < 1 || number > LAST_PORT) {
      throw new RefusedException("The URL's port is not a number within 1 to " + LAST_PORT);
    }
  }

  public static Map<String, String> params(@Nullable String text) {
    Map<String, String> params = new LinkedHashMap<>();
    for (String pair : text == null ? new String[0] : text.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        params.put(
            Text.percentDecoded(pair.substring(0, equals)),
            Text.percentDecoded(pair.substring(equals + 1)));
      } else if (!pair.isEmpty()) {
        // Not quoted: after a '?' in a password it would be a part of that.
        throw new RefusedException(
            "The URL has an option without a value; write options as name=value, and a ? in a password"
                + " as %3F");
      }
    }
    return params;
  }

  /** Hosts or socket and the database, for messages. */
  public String where() {
    return (socket == null ? hosts : socket) + "/" + database;
  }
}
