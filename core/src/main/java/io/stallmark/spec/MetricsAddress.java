package io.stallmark.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where metrics are served, as {@code --metrics} has it: {@code prometheus:PORT} or {@code
 * prometheus:HOST:PORT}.
 *
 * @param host a name or an address, without the brackets of an IPv6 one
 * @param port 0: any that is free
 */
public record MetricsAddress(String host, int port) {

  /** This machine alone: what is served tells a good deal about a server. */
  private static final String LOOPBACK = "127.0.0.1";

  private static final int LAST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "prometheus:(?:(\\[[0-9A-Fa-f:.]+(?:%\\w+)?\\]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");

  /**
   * @throws SpecException when the text is no such address
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

  /** As a URL has it. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
