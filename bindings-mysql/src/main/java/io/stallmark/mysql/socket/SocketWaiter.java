package io.stallmark.mysql.socket;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** Waits until a channel that does not block can be read, or written. For one thread at a time. */
final class SocketWaiter implements Closeable {

  private final SocketChannel channel;
  private final Selector selector;

  /**
   * @param operation of {@link SelectionKey}
   */
  SocketWaiter(SocketChannel channel, int operation) throws IOException {
    this.channel = channel;
    selector = Selector.open();
    channel.register(selector, operation);
  }

  /**
   * @param timeoutMillis 0: for ever
   * @throws SocketTimeoutException when the time is up
   * @throws AsynchronousCloseException when another thread closes this or interrupts
   */
  void await(int timeoutMillis) throws IOException {
    try {
      if (selector.select(SocketWaiter::ready, timeoutMillis) > 0) {
        return;
      }
    } catch (ClosedSelectorException e) {
      throw (IOException) new AsynchronousCloseException().initCause(e);
    }
    if (Thread.currentThread().isInterrupted()) {
      channel.close();
      throw new ClosedByInterruptException();
    }
    if (!selector.isOpen() || !channel.isOpen()) {
      throw new AsynchronousCloseException();
    }
    if (timeoutMillis > 0) {
      throw new SocketTimeoutException("The server did not answer for " + timeoutMillis + " ms");
    }
  }

  /** That it is ready is all that matters; asking so fills no set of keys. */
  private static void ready(SelectionKey key) {}

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
