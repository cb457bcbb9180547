package io.stallmark.capture;

import io.stallmark.spi.wire.WireConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection through the proxy. One thread reads and one writes. {@link #close} and
 * {@link #reset} may be called on any thread.
 */
final class ConnectionSide implements WireConnection {

  private final Socket plain;
  private final @Nullable SideEncryption encryption;
  private Socket current;
  private InputStream in;
  private OutputStream out;

  ConnectionSide(Socket plain, @Nullable SideEncryption encryption) throws IOException {
    plain.setTcpNoDelay(true);
    plain.setKeepAlive(true);
    this.plain = plain;
    this.encryption = encryption;
    current = plain;
    in = plain.getInputStream();
    out = plain.getOutputStream();
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public boolean canEncrypt() {
    return encryption != null;
  }

  @Override
  public void encrypt(byte[] read) throws IOException {
    if (encryption == null) {
      throw new IOException("This side of the connection cannot be encrypted");
    }
    SSLSocket encrypted = encryption.encrypt(plain, read);
    encrypted.startHandshake();
    current = encrypted;
    in = encrypted.getInputStream();
    out = encrypted.getOutputStream();
  }

  /** Passes on that no more bytes follow. */
  void endOutput() {
    try {
      current.shutdownOutput();
    } catch (IOException e) {
      // the other end has closed the connection already
    }
  }

  /** Closes the connection so that the other end is notified of a failure. */
  void reset() {
    try {
      plain.setSoLinger(true, 0);
    } catch (IOException e) {
      // closed already
    }
    close();
  }

  void close() {
    try {
      plain.close();
    } catch (IOException e) {
      // nothing is left to do with it
    }
  }
}
