package io.stallmark.mysql.socket;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Writes to a channel from a buffer of its own; nothing stays in it between two calls. */
final class ChannelOutput extends OutputStream {

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024);

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
        channel.write(buffer);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
