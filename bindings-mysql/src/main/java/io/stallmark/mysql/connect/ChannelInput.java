package io.stallmark.mysql.connect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Buffered input of a channel. One system call reads all data that has arrived, and {@link
 * #available} is answered from the buffer. Connector/J reads the four bytes of each packet header
 * separately and calls {@link #available} twice per round trip. Without the buffer, each of these
 * would be a system call.
 *
 * <p>A Unix socket is read after a selector reports it readable. Linux wakes a thread blocked in a
 * read also when the server receives the request, because that frees space for writing ({@code
 * unix_write_space}). The thread then sleeps again, which costs two context switches per round
 * trip. A selector wakes up only for the selected operation.
 */
final class ChannelInput extends InputStream {

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024).limit(0);
  private volatile int timeoutMillis;
  private volatile @Nullable SocketWaiter readable; // null while the channel is blocking

  ChannelInput(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Switches to non-blocking reads with a selector. Called once, after the channel is connected.
   */
  void selecting() throws IOException {
    channel.configureBlocking(false);
    readable = new SocketWaiter(channel, SelectionKey.OP_READ);
  }

  /** Sets the timeout of a read in milliseconds; 0: no timeout. */
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
    SocketWaiter waiter = readable;
    if (waiter == null && timeoutMillis > 0) {
      awaitOnce();
    }
    int read;
    do {
      if (waiter != null) {
        waiter.await(timeoutMillis);
      }
      buffer.clear();
      read = channel.read(buffer);
      buffer.flip();
    } while (read == 0);
    return read > 0;
  }

  /**
   * Waits once with the timeout. Used only until the end of the login; after that, a stall must not
   * become an error.
   */
  private void awaitOnce() throws IOException {
    channel.configureBlocking(false);
    try (SocketWaiter waiter = new SocketWaiter(channel, SelectionKey.OP_READ)) {
      waiter.await(timeoutMillis);
    }
    channel.configureBlocking(true);
  }

  @Override
  public void close() throws IOException {
    SocketWaiter waiter = readable;
    if (waiter != null) {
      waiter.close();
    }
    channel.close();
  }
}
