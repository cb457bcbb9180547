package io.stallmark.cluster.bus;

import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/** A coordinator on a port of this machine, and who joins it. */
record Loopback(ClusterAddress address, Bus coordinator) implements AutoCloseable {

  /** So that members that are busy, or have no processor, are not lost. */
  private static final int PATIENCE = 100;

  /** A coordinator on any port that is free. Another program may be faster: then on another one. */
  static Loopback open(@Nullable ClusterKey key, String name, Bus.Listener listener)
      throws SpecException, IOException {
    while (true) {
      ClusterAddress address = free();
      Bus coordinator = coordinate(address, key, name, listener);
      if (coordinator != null) {
        return new Loopback(address, coordinator);
      }
    }
  }

  /** A coordinator on a port; null: another program has it. */
  static @Nullable Bus coordinate(
      ClusterAddress address, @Nullable ClusterKey key, String name, Bus.Listener listener)
      throws SpecException, IOException {
    try {
      return opener(address, key).coordinate(name, listener);
    } catch (SpecException e) {
      if (String.valueOf(e.getMessage()).contains("uses the port")) {
        return null;
      }
      throw e;
    }
  }

  static BusOpener opener(ClusterAddress address, @Nullable ClusterKey key) {
    return new BusOpener(address, key, PATIENCE);
  }

  static ClusterAddress at(int port) {
    return new ClusterAddress("127.0.0.1", port);
  }

  /** A port that nobody has now. */
  static ClusterAddress free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return at(socket.getLocalPort());
    }
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
