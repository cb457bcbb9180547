package io.stallmark.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address at which metrics are served, in the syntax of {@code --metrics}: {@code prometheus:PORT}
 * or {@code prometheus:HOST:PORT}.
 *
 * @param host a name or an address; an IPv6 address has no brackets
 * @param port the port; 0: any free port
 */
public record MetricsAddress(String host, int port) {

  /**
   * The default host. Only this machine can read the metrics, because they reveal details of a
   * server.
   */
  private static final String LOOPBACK = "127.0.0.1";

  private static final int LAST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "prometheus:(?:(\\[[0-9A-Fa-f:.]+(?:%\\w+)?\\]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");

  /**
   * Parses an address.
   *
   * @throws SpecException if the text is not such an address
   */
  public static MetricsAddress parse(String text) throws SpecException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LAST_PORT) {
      throw new SpecException(
          "'" + text + "' is not prometheus:PORT or prometheus:HOST:PORT, as in prometheus:9404");
    }
    String host = matcher.group(1) == null ? LOOPBACK : matcher.group(1);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new MetricsAddress(bare, Integer.parseInt(matcher.group(2)));
  }

  /** Returns host and port as in a URL. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
