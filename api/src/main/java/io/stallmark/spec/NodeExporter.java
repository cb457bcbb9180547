package io.stallmark.spec;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parser of the address of a Prometheus node exporter, in the syntax of {@code --node-exporter}:
 * {@code HOST:PORT}, as in Prometheus' targets, or the URL of the page.
 */
public final class NodeExporter {

  private static final int USUAL_PORT = 9100;
  private static final int LAST_PORT = 65_535;
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(https?)://)?(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9.-]+)(?::(\\d{1,5}))?(/[^\\s#]*)?");

  private NodeExporter() {}

  /**
   * Returns the URL of the page. Without a scheme, it is http; without scheme and port, the port is
   * the exporter's default, 9100.
   *
   * @throws SpecException if the text is not such an address. The message does not contain the
   *     text, because it may contain a password
   */
  public static URI parse(String text) throws SpecException {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || (matcher.group(3) != null && port(matcher.group(3)) > LAST_PORT)) {
      throw new SpecException(
          "the address is HOST:PORT or a URL with http or https and no password, as in db1:9100 or"
              + " http://db1:9100/metrics");
    }
    String scheme = matcher.group(1);
    String port = matcher.group(3) != null ? matcher.group(3) : "" + USUAL_PORT;
    String path = matcher.group(4);
    // in a full URL the scheme determines the port
    boolean whole = scheme != null && matcher.group(3) == null;
    try {
      return URI.create(
          (scheme == null ? "http" : scheme)
              + "://"
              + matcher.group(2)
              + (whole ? "" : ":" + port)
              + (path == null || path.equals("/") ? "/metrics" : path));
    } catch (IllegalArgumentException e) {
      throw new SpecException("the address has characters that are invalid in a URL");
    }
  }

  private static int port(String digits) {
    return Integer.parseInt(digits);
  }
}
