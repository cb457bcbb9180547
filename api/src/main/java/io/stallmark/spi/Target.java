package io.stallmark.spi;

import org.jspecify.annotations.Nullable;

/**
 * The database to open and how to connect to it.
 *
 * @param url URL from the user, without the password
 * @param password password from the environment, a file, a prompt or the URL; null if there is none
 * @param driver value of {@code --driver}; null: the binding chooses by the URL scheme
 * @param connections maximum number of connections that the sessions open at the same time
 * @param protocol value of {@code --protocol}; null: the binding's default
 */
public record Target(
    String url,
    @Nullable Secret password,
    @Nullable String driver,
    Tls tls,
    int connections,
    @Nullable Protocol protocol) {

  /** How a client sends its statements. */
  public enum Protocol {
    /** The server prepares a statement once for each connection; the values are sent apart. */
    PREPARED,
    /** Each statement is a text that contains the values. */
    TEXT
  }

  /** A target with the binding's default protocol. */
  public Target(
      String url, @Nullable Secret password, @Nullable String driver, Tls tls, int connections) {
    this(url, password, driver, tls, connections, null);
  }
}
