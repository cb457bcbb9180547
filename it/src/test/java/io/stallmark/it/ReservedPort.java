package io.stallmark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of this machine for a program that must be told one. As long as it is open, the system
 * gives the port to nobody who asks for any; who asks for this one can listen at it, as a server
 * can that starts again while connections of its predecessor are left. Here, that is a connection
 * to itself.
 */
public final class ReservedPort implements AutoCloseable {

  private final Socket client;
  private final Socket served;

  public ReservedPort() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket listener = new ServerSocket(0, 1, loopback)) {
      client = new Socket(loopback, listener.getLocalPort());
      served = listener.accept();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int number() {
    return served.getLocalPort();
  }

  /** As host:port. */
  @Override
  public String toString() {
    return "127.0.0.1:" + number();
  }

  @Override
  public void close() {
    try {
      served.close();
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
