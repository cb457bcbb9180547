package io.stallmark.run.duet;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Place of a server by its URL. Names are not resolved, because that may take long. */
public final class ServerLocation {

  private static final Pattern HOST =
      Pattern.compile("^(?:(?!file:)[a-z0-9+]+:)+//(?:[^/?#]*@)?(\\[[^]]*]|[^:/?#,]*)");

  private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

  private static final Pattern ADDRESS =
      Pattern.compile("(?:" + BYTE + "\\.){3}" + BYTE + "|\\[[0-9a-fA-F:.]+]");

  private ServerLocation() {}

  /**
   * Whether the server is on this machine: started by this process, behind a socket, at an address
   * of this machine, or at one of a container or virtual machine on it. Of several hosts, the first
   * counts. False if it is not known, and for a database without a server.
   */
  public static boolean isHere(String url) {
    Matcher matcher = HOST.matcher(url);
    if (!matcher.find()) {
      return url.startsWith("embedded:");
    }
    String host = matcher.group(1);
    if (host.isEmpty() || host.startsWith("%2F") || host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      return ADDRESS.matcher(host).matches() && isHere(InetAddress.getByName(host));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isHere(InetAddress address) throws IOException {
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || NetworkInterface.networkInterfaces()
            .anyMatch(
                each ->
                    each.getInterfaceAddresses().stream()
                        .anyMatch(own -> reaches(each, own, address)));
  }

  /** Whether an address is that of this machine, or of a container or virtual machine on it. */
  private static boolean reaches(
      NetworkInterface network, InterfaceAddress own, InetAddress address) {
    int bits = Byte.SIZE * address.getAddress().length;
    int rest = isInside(network) ? bits - own.getNetworkPrefixLength() : 0;
    return own.getAddress().getClass() == address.getClass()
        && number(own.getAddress()).shiftRight(rest).equals(number(address).shiftRight(rest));
  }

  /** Whether an interface is a bridge of Linux that no network card is a part of. */
  private static boolean isInside(NetworkInterface network) {
    Path parts = Path.of("/sys/class/net", network.getName(), "brif");
    try (Stream<Path> all = Files.list(parts)) {
      return all.noneMatch(part -> Files.exists(part.resolve("device")));
    } catch (IOException e) {
      return false;
    }
  }

  private static BigInteger number(InetAddress address) {
    return new BigInteger(1, address.getAddress());
  }
}
