package io.stallmark.spi.wire;

import java.util.Map;

/**
 * Session after its login.
 *
 * @param attributes attributes of {@link io.stallmark.trace.TraceRecord.SessionStart}
 * @param unsent bytes that the client has sent after the login, which the proxy has to pass on
 *     first; may be empty
 */
public record OpenedSession(Map<String, String> attributes, byte[] unsent) {

  public OpenedSession {
    attributes = Map.copyOf(attributes);
  }
}
