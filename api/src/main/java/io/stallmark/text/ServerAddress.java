package io.stallmark.text;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Server of a database URL, whatever user and scheme the URL has.
 *
 * @param hosts in lower case, with one name for this machine; several are separated by commas
 * @param port of the last host, digits; empty: the URL has none
 * @param rest the URL after the server: the database and the parameters
 */
public record ServerAddress(String hosts, String port, String rest) {

  private static final Pattern URL =
      Pattern.compile("^[^/?#]*//(?:[^/?#]*@)?([^/?#]*?)(?::(\\d+))?(?:[/?#](.*))?$");

  private static final String LOOPBACK = "^(127\\.0\\.0\\.1|\\[::1])$";

  /** Returns the server of a URL; empty: the URL names none, such as that of a file. */
  public static Optional<ServerAddress> of(String url) {
    Matcher matcher = URL.matcher(url);
    return matcher.matches()
        ? Optional.of(
            new ServerAddress(
                matcher.group(1).toLowerCase(Locale.ROOT).replaceFirst(LOOPBACK, "localhost"),
                text(matcher.group(2)),
                text(matcher.group(3))))
        : Optional.empty();
  }

  private static String text(String group) {
    return group == null ? "" : group;
  }

  /** Whether both can be the same server. A port that one of them lacks can be the default port. */
  public boolean canBe(ServerAddress other) {
    return hosts.equals(other.hosts)
        && (port.equals(other.port) || port.isEmpty() || other.port.isEmpty());
  }

  /** Whether two URLs can name the same database, with different users or spellings. */
  public static boolean sameDatabase(String a, String b) {
    return a.equals(b)
        || of(a)
            .flatMap(ofA -> of(b).map(ofB -> ofA.canBe(ofB) && ofA.rest.equals(ofB.rest)))
            .orElse(false);
  }
}
