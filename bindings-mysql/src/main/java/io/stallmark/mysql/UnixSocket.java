package io.stallmark.mysql;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connected Unix socket in the shape of {@link Socket}: the JDK has them as channels only. One
 * thread at a time may read, one may write.
 */
final class UnixSocket extends Socket {

  /** As many bytes as Connector/J's own buffer holds. */
  private static final int BUFFER = 16 * 1024;

  private final SocketChannel channel;
  private final InputStream in = new In();
  private final OutputStream out = new Out();

  UnixSocket(String path) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void shutdownInput() throws IOException {
    channel.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    channel.shutdownOutput();
  }

  @Override
  public synchronized void close() throws IOException {
    channel.close();
  }

  /** The channel cannot; Stallmark never sets one, for a stall must not turn into an error. */
  @Override
  public synchronized void setSoTimeout(int milliseconds) throws SocketException {
    if (milliseconds != 0) {
      throw new SocketException("A Unix socket has no read timeout; leave socketTimeout at 0");
    }
  }

  @Override
  public synchronized int getSoTimeout() {
    return 0;
  }

  /**
   * One system call fetches whatever has arrived, and {@link #available} answers from the buffer:
   * the driver asks for the four bytes of a packet's head alone.
   */
  private final class In extends InputStream {

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER).limit(0);

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
      }
      if (!fill()) {
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
      buffer.clear();
      int read = channel.read(buffer);
      buffer.flip();
      return read > 0;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private final class Out extends OutputStream {

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      int end = offset + length;
      for (int at = offset; at < end; at += BUFFER) {
        buffer.clear().put(from, at, Math.min(BUFFER, end - at)).flip();
        while (buffer.hasRemaining()) {
          if (channel.write(buffer) < 0) {
            throw new EOFException("The server closed the connection");
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
