package io.stallmark.cluster.bus;

import io.stallmark.spec.SpecException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the coordinator listens.
 *
 * @param host a name or an address; IPv6 without brackets
 */
public record ClusterAddress(String host, int port) {

  public static final int DEFAULT_PORT = 7800;

  private static final int HIGHEST_PORT = 65_535;

  private static final Pattern TEXT =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.%a-z]+)]|([^:\\[\\]/@\\s]+))(?::(\\d{1,5}))?");

  /**
   * Reads {@code HOST}, {@code HOST:PORT} or {@code [IPv6]:PORT}.
   *
   * @param option which the message names
   */
  public static ClusterAddress parse(String option, String text) throws SpecException {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      int port = matcher.group(3) == null ? DEFAULT_PORT : Integer.parseInt(matcher.group(3));
      if (port > 0 && port <= HIGHEST_PORT) {
        return new ClusterAddress(host, port);
      }
    }
    throw new SpecException(
        "%s takes HOST:PORT, for example 10.0.0.5:%s, not '%s'", option, DEFAULT_PORT, text);
  }

  InetAddress resolve() throws UnknownHostException {
    return InetAddress.getByName(host);
  }

  /**
   * Returns the loopback address behind the name of this machine, as Debian's {@code /etc/hosts}
   * has it; null: the name has another address, or is that of loopback itself.
   */
  public @Nullable String hidden() {
    try {
      InetAddress found = resolve();
      String text = found.getHostAddress();
      boolean meant = host.equals("localhost") || host.equals(text) || host.indexOf(':') >= 0;
      return found.isLoopbackAddress() && !meant ? text : null;
    } catch (UnknownHostException e) {
      return null; // another complaint
    }
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
