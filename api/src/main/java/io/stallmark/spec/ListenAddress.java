package io.stallmark.spec;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address at which the program listens.
 *
 * @param host a name or an address; an IPv6 address has no brackets
 * @param port the port; 0: any free port
 */
public record ListenAddress(String host, int port) {

  /** The default host. Only this machine can connect. */
  private static final String LOOPBACK = "127.0.0.1";

  /** Any free port of this machine, for its own clients. */
  public static final ListenAddress ANY = new ListenAddress(LOOPBACK, 0);

  private static final String METRICS = "prometheus:";
  private static final int LAST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile("(?:(\\[[0-9A-Fa-f:.]+(?:%\\w+)?\\]|[^:\\[\\]/\\s]+):)?(\\d{1,5})");

  /**
   * Parses {@code HOST:PORT} or {@code PORT}.
   *
   * @throws SpecException if the text is not such an address
   */
  public static ListenAddress parse(String text) throws SpecException {
    return parse(text, text, "HOST:PORT, as in 127.0.0.1:3307");
  }

  /**
   * Parses the syntax of {@code --metrics}: {@code prometheus:PORT} or {@code
   * prometheus:HOST:PORT}.
   *
   * @throws SpecException if the text is not such an address
   */
  public static ListenAddress ofMetrics(String text) throws SpecException {
    String address = text.startsWith(METRICS) ? text.substring(METRICS.length()) : "";
    return parse(text, address, "prometheus:PORT or prometheus:HOST:PORT, as in prometheus:9404");
  }

  private static ListenAddress parse(String text, String address, String form)
      throws SpecException {
    Matcher matcher = FORM.matcher(address);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > LAST_PORT) {
      throw new SpecException("'" + text + "' is not " + form);
    }
    String host = matcher.group(1) == null ? LOOPBACK : matcher.group(1);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new ListenAddress(bare, Integer.parseInt(matcher.group(2)));
  }

  /** Returns host and port as in a URL. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
