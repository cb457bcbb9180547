package io.stallmark.spi.wire;

import io.stallmark.text.RefusedException;
import io.stallmark.trace.TraceSink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Network protocol of a family of databases. Stateless, thread-safe. */
public interface WireProtocol {

  /** Name of the family in {@code trace.json}. A trace is replayed on its own family only. */
  String family();

  /**
   * Address of the server, unresolved.
   *
   * @param url URL from the user, without the password
   * @throws RefusedException when the URL names no server or several, with a message for the user
   */
  InetSocketAddress address(String url);

  /**
   * Passes the login of a connection between client and server, on the thread that accepted it.
   * Changes what would make the rest unreadable or lead the client past the proxy: compression, and
   * addresses of the servers. Encrypts either side if the protocol asks for it.
   *
   * @param listen address at which clients reach the proxy
   * @return the session; null: the connection ended during the login, and both sides know it
   * @throws IOException when a side is lost or does not speak this protocol
   */
  @Nullable OpenedSession login(
      WireConnection client, WireConnection server, InetSocketAddress listen) throws IOException;

  /**
   * Creates the parser of a session whose login is complete.
   *
   * @param session number of the session in the trace
   * @param whole whether replies are recorded in full
   */
  SessionParser parser(OpenedSession opened, int session, boolean whole, TraceSink sink);

  /** Formats of files from which traces of this protocol can be made. */
  default List<RecordingFormat> formats() {
    return List.of();
  }

  /** Creates what redacts the operations of a trace; empty: this protocol cannot be redacted. */
  default Optional<OperationRedactor> redactor(ValueMask mask) {
    return Optional.empty();
  }

  /** Creates what describes the operations of a trace. */
  OperationTexts texts();
}
