package io.stallmark.mysql.connect;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Waits until a non-blocking channel is ready for an operation. Used by one thread at a time; any
 * thread may close it.
 */
final class SocketWaiter implements Closeable {

  private final SocketChannel channel;
  private final Selector selector;

  /**
   * @param operation an operation of {@link SelectionKey}
   */
  SocketWaiter(SocketChannel channel, int operation) throws IOException {
    this.channel = channel;
    selector = Selector.open();
    channel.register(selector, operation);
  }

  /**
   * @param timeoutMillis timeout in milliseconds; 0: none
   * @throws SocketTimeoutException after the timeout
   * @throws AsynchronousCloseException if another thread closes this or interrupts the waiting
   *     thread
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

  /** Does nothing. Selecting with an action avoids filling the set of selected keys. */
  private static void ready(SelectionKey key) {}

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
