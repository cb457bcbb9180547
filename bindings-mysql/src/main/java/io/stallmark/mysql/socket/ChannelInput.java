package io.stallmark.mysql.socket;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Reads a channel through a buffer of its own: one system call fetches whatever has arrived, and
 * {@link #available} answers from the buffer. Connector/J asks for the four bytes of each packet's
 * head alone, and twice a round trip for what is available.
 */
final class ChannelInput extends InputStream {

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024).limit(0);
  private volatile int timeoutMillis;

  ChannelInput(SocketChannel channel) {
    this.channel = channel;
  }

  /** How long a read may wait, in milliseconds; 0: for ever. */
  void timeout(int milliseconds) {
    timeoutMillis = milliseconds;
  }

  int timeout() {
    return timeoutMillis;
  }

  @Override
  public int available() {
    return buffer.remaining();
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    } else if (!fill()) {
      return -1;
    }
    int count = Math.min(length, buffer.remaining());
    buffer.get(into, offset, count);
    return count;
  }

  private boolean fill() throws IOException {
    if (buffer.hasRemaining()) {
      return true;
    }
    if (timeoutMillis > 0) {
      await();
    }
    buffer.clear();
    int read = channel.read(buffer);
    buffer.flip();
    return read > 0;
  }

  /** Only between connecting and the end of the login: then a stall must not become an error. */
  private void await() throws IOException {
    channel.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      if (selector.select(timeoutMillis) == 0) {
        throw new SocketTimeoutException("The server did not answer for " + timeoutMillis + " ms");
      }
    }
    channel.configureBlocking(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
