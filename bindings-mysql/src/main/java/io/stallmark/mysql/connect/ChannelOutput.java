package io.stallmark.mysql.connect;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** Output to a channel. Each call writes all its bytes; the buffer is empty between two calls. */
final class ChannelOutput extends OutputStream {

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024);
  private volatile @Nullable SocketWaiter writable;

  ChannelOutput(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    int end = offset + length;
    for (int at = offset; at < end; at += buffer.capacity()) {
      buffer.clear().put(from, at, Math.min(buffer.capacity(), end - at)).flip();
      while (buffer.hasRemaining()) {
        if (channel.write(buffer) == 0) {
          awaitRoom();
        }
      }
    }
  }

  /** Waits until a non-blocking channel accepts more bytes. */
  private void awaitRoom() throws IOException {
    SocketWaiter waiter = writable;
    if (waiter == null) {
      waiter = new SocketWaiter(channel, SelectionKey.OP_WRITE);
      writable = waiter;
    }
    waiter.await(0);
  }

  @Override
  public void close() throws IOException {
    SocketWaiter waiter = writable;
    if (waiter != null) {
      waiter.close();
    }
    channel.close();
  }
}
