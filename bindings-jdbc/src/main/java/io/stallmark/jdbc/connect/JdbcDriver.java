package io.stallmark.jdbc.connect;

import io.stallmark.spi.Target;
import io.stallmark.spi.Target.Protocol;
import io.stallmark.spi.Tls;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.text.TextResource;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC driver and the names of its connection properties. A property in the URL overrides the
 * value given here.
 *
 * @param id scheme of the driver's JDBC URLs, and its name in {@code --driver}
 * @param defaults properties of every connection
 * @param fixed properties among {@code defaults} that the URL may not change, with the reason
 * @param tls properties of each mode of {@code --tls}, also of UNSAID
 * @param tlsNames URL properties that concern encryption, in lower case
 * @param authority properties to trust only one certificate authority. In a value, {@code PEM} is
 *     the path of its file, {@code P12} the URL of a key store and {@code PASSWORD} its password
 * @param socket property for the path of a Unix socket; null if the driver supports none
 * @param transactions additional properties of connections for transactions
 * @param protocols properties of each protocol; empty if the driver has no such choice
 * @param initial statements that initialize a new connection
 */
public record JdbcDriver(
    String id,
    Map<String, String> defaults,
    Map<String, String> fixed,
    Map<Tls.Mode, Map<String, String>> tls,
    Set<String> tlsNames,
    Map<String, String> authority,
    @Nullable String socket,
    Map<String, String> transactions,
    Map<Protocol, Map<String, String>> protocols,
    Set<String> initial) {

  /** A number, or a number of bytes with its unit. */
  private static final Pattern NUMBER = Pattern.compile("-?\\d+[kKmMgG]?");

  /** Property whose value is a list of assignments. The default is one of them. */
  public static final String SESSION_VARIABLES = "sessionVariables";

  /**
   * Returns the driver of the resource {@code id.properties}. The first word of a property is the
   * component, {@code tls} has a mode as the second, and the rest is the name. UNSAID is as OFF.
   *
   * @param owner class in the package of the resource
   * @param more more defaults
   */
  public static JdbcDriver of(
      Class<?> owner,
      String id,
      Map<String, String> more,
      @Nullable String socket,
      Set<String> initial) {
    TextResource all = new TextResource(owner, id);
    Map<String, String> defaults = all.group("default");
    defaults.putAll(more);
    Map<Tls.Mode, Map<String, String>> tls =
        Map.of(
            Tls.Mode.UNSAID, all.group("tls.off"),
            Tls.Mode.OFF, all.group("tls.off"),
            Tls.Mode.REQUIRED, all.group("tls.required"),
            Tls.Mode.VERIFY, all.group("tls.verify"));
    return new JdbcDriver(
        id,
        defaults,
        all.group("fixed"),
        tls,
        Text.wordSet(all.get("tls-names")),
        all.group("authority"),
        socket,
        all.group("transactions"),
        Map.of(
            Protocol.PREPARED, all.group("protocol.prepared"),
            Protocol.TEXT, all.group("protocol.text")),
        initial);
  }

  Driver driver() throws SQLException {
    return DriverManager.getDriver(plainUrl());
  }

  private String plainUrl() {
    return "jdbc:" + id + "://localhost/";
  }

  /**
   * Connection properties: defaults, overridden by the options and then by the URL. Without user
   * and password.
   *
   * @throws RefusedException if the file of the certificate authority cannot be read
   */
  public Map<String, String> properties(ServerUrl url, Target target) {
    Tls encryption = target.tls();
    Map<String, String> all = new LinkedHashMap<>(defaults);
    all.putAll(ofProtocol(target.protocol()));
    boolean byUrl =
        url.params().keySet().stream()
            .anyMatch(name -> tlsNames.contains(name.toLowerCase(Locale.ROOT)));
    if (encryption.mode() != Tls.Mode.UNSAID || !byUrl) {
      all.putAll(tls.getOrDefault(encryption.mode(), Map.of()));
    }
    Path ca = encryption.ca();
    if (ca != null) {
      authority.forEach((name, value) -> all.put(name, TrustStore.resolve(value, ca)));
    }
    if (url.socket() != null && socket != null) {
      all.put(socket, url.socket());
    }
    url.params().forEach((name, value) -> add(all, name, value));
    return all;
  }

  private Map<String, String> ofProtocol(@Nullable Protocol protocol) {
    return protocol == null ? Map.of() : protocols.getOrDefault(protocol, Map.of());
  }

  /** Overrides a default; a list of variables is appended to it, so that the last one counts. */
  private static void add(Map<String, String> all, String name, String value) {
    String before = all.get(SESSION_VARIABLES);
    if (name.equalsIgnoreCase(SESSION_VARIABLES) && before != null) {
      all.put(SESSION_VARIABLES, before + "," + value);
    } else {
      all.put(name, value);
    }
  }

  /**
   * Refuses URL properties that the driver would silently ignore, values that it cannot parse, and
   * what contradicts the protocol.
   *
   * @throws RefusedException with the property's name or the driver's message
   */
  public void check(ServerUrl url, @Nullable Protocol protocol) throws SQLException {
    if (url.socket() != null && socket == null) {
      throw new RefusedException("The " + id + " driver has no Unix sockets");
    }
    Map<String, DriverPropertyInfo> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (DriverPropertyInfo property : driver().getPropertyInfo(plainUrl(), new Properties())) {
      known.put(property.name, property);
    }
    url.params().forEach((name, value) -> check(name, value, known.containsKey(name)));
    Properties properties = new Properties();
    properties.putAll(url.params());
    try {
      driver().getPropertyInfo(plainUrl(), properties);
    } catch (SQLException e) {
      throw new RefusedException(
          "The " + id + " driver does not accept the URL's options: " + e.getMessage(), e);
    }
    url.params().forEach((name, value) -> check(Objects.requireNonNull(known.get(name)), value));
    Map<String, String> needed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    needed.putAll(ofProtocol(protocol));
    url.params()
        .forEach(
            (name, value) -> {
              if (!value.equalsIgnoreCase(needed.getOrDefault(name, value))) {
                throw new RefusedException(
                    "--protocol does not go with %s=%s in the URL; leave one of them out",
                    name, value);
              }
            });
  }

  /** Refuses a value that the driver would refuse only when it connects. */
  private static void check(DriverPropertyInfo property, String value) {
    List<String> choices = property.choices == null ? List.of() : List.of(property.choices);
    if (!choices.isEmpty() && choices.stream().noneMatch(value::equalsIgnoreCase)) {
      throw new RefusedException(
          "The URL's option " + property.name + " is one of " + String.join(", ", choices));
    }
    if (property.value != null
        && NUMBER.matcher(property.value).matches()
        && !NUMBER.matcher(value).matches()) {
      throw new RefusedException("The URL's option " + property.name + " takes a whole number");
    }
  }

  private void check(String name, String value, boolean known) {
    if (!known) {
      throw new RefusedException(
          "The URL's option " + name + " is not one of the " + id + " driver's");
    }
    fixed.forEach(
        (property, reason) -> {
          if (name.equalsIgnoreCase(property) && !value.equalsIgnoreCase(defaults.get(property))) {
            throw new RefusedException("The URL must not change " + property + ": " + reason);
          }
        });
  }
}
