package io.stallmark.mysql.socket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads a channel through a buffer of its own: one system call fetches whatever has arrived, and
 * {@link #available} answers from the buffer. Connector/J asks for the four bytes of each packet's
 * head alone, and twice a round trip for what is available.
 *
 * <p>A Unix socket is waited for with a selector before it is read. Linux wakes a thread that
 * blocks in reading one also when the server takes the request out of the socket, for that makes
 * room to write ({@code unix_write_space}), and it falls asleep again: two context switches more a
 * round trip. A selector is woken for what it asked for.
 */
final class ChannelInput extends InputStream {

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024).limit(0);
  private volatile int timeoutMillis;
  private volatile @Nullable SocketWaiter readable; // the channel blocks as long as there is none

  ChannelInput(SocketChannel channel) {
    this.channel = channel;
  }

  /** From now on the channel does not block. Call it when the channel is connected. */
  void selecting() throws IOException {
    channel.configureBlocking(false);
    readable = new SocketWaiter(channel, SelectionKey.OP_READ);
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

  /** Only between connecting and the end of the login: then a stall must not become an error. */
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
