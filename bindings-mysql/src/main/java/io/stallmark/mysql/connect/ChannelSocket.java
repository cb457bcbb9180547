package io.stallmark.mysql.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Socket} based on a channel, for drivers that require a socket. It avoids system calls
 * that a socket's streams make in addition to reading and writing (docs/performance.md). It also
 * supports Unix sockets, which the JDK offers only as channels. One thread may read while another
 * one writes.
 */
public final class ChannelSocket extends Socket {

  private final SocketChannel channel;
  private final @Nullable UnixDomainSocketAddress unix;
  private final ChannelInput in;
  private final ChannelOutput out;
  private boolean keepAlive;

  private ChannelSocket(SocketChannel channel, @Nullable UnixDomainSocketAddress unix) {
    this.channel = channel;
    this.unix = unix;
    in = new ChannelInput(channel);
    out = new ChannelOutput(channel);
  }

  /** Creates an unconnected TCP socket. */
  public static ChannelSocket tcp() throws IOException {
    return new ChannelSocket(SocketChannel.open(), null);
  }

  /**
   * Creates an unconnected Unix socket. It connects to this path and ignores the address passed to
   * {@link #connect}.
   */
  public static ChannelSocket unix(String path) throws IOException {
    return new ChannelSocket(
        SocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(path));
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    if (unix != null) {
      channel.connect(unix);
      in.selecting();
    } else {
      channel.socket().connect(endpoint, timeoutMillis);
    }
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void bind(SocketAddress local) throws IOException {
    channel.bind(local);
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
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    if (channel.supportedOptions().contains(name)) {
      channel.setOption(name, value);
    }
    return this;
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    set(StandardSocketOptions.TCP_NODELAY, on);
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    set(StandardSocketOptions.SO_KEEPALIVE, on);
    keepAlive = on;
  }

  @Override
  public boolean getKeepAlive() {
    return keepAlive;
  }

  @Override
  public synchronized void setReceiveBufferSize(int bytes) throws SocketException {
    set(StandardSocketOptions.SO_RCVBUF, bytes);
  }

  @Override
  public synchronized void setSendBufferSize(int bytes) throws SocketException {
    set(StandardSocketOptions.SO_SNDBUF, bytes);
  }

  @Override
  public void setTrafficClass(int tos) throws SocketException {
    set(StandardSocketOptions.IP_TOS, tos);
  }

  @Override
  public void setSoLinger(boolean on, int seconds) throws SocketException {
    set(StandardSocketOptions.SO_LINGER, on ? seconds : -1);
  }

  private <T> void set(SocketOption<T> option, T value) throws SocketException {
    try {
      setOption(option, value);
    } catch (IOException e) {
      throw (SocketException) new SocketException(e.getMessage()).initCause(e);
    }
  }

  @Override
  public synchronized void setSoTimeout(int milliseconds) {
    in.timeout(milliseconds);
  }

  @Override
  public synchronized int getSoTimeout() {
    return in.timeout();
  }

  @Override
  public @Nullable InetAddress getInetAddress() {
    return unix != null ? null : channel.socket().getInetAddress();
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
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
    in.close();
    out.close();
  }
}
