package io.stallmark.spi.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One side of a connection through the proxy, during its login. Streams are not buffered. */
public interface WireConnection {

  InputStream in();

  OutputStream out();

  /** Whether this side can be encrypted: the user gave a certificate, or wants the server's. */
  boolean canEncrypt();

  /**
   * Encrypts this side from here on; the streams change.
   *
   * @param read bytes of the TLS handshake that were already read from this side
   */
  void encrypt(byte[] read) throws IOException;
}
