package io.stallmark.report.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.stallmark.spec.ListenAddress;
import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Answers GET requests on separate threads. A client that sends half a request occupies one of them
 * until its time is up.
 */
public final class LocalServer implements Closeable {

  /**
   * Answer to a request.
   *
   * @param sent called when the whole answer is on its way
   */
  public record Answer(String type, byte[] body, Runnable sent) {

    /** Returns a text in UTF-8. */
    public static Answer of(String type, String text) {
      return new Answer(type, text.getBytes(StandardCharsets.UTF_8), () -> {});
    }
  }

  /** Source of answers. Called on any thread. */
  public interface Source {

    /** Returns the answer to a request; null: there is nothing at its path. */
    @Nullable Answer answer(URI request) throws IOException;
  }

  private static final int THREADS = 16;

  /** Maximum seconds that a request and its answer may each take. */
  private static final String PATIENCE = "10";

  static {
    // The server reads these properties once, when its first instance is created.
    System.setProperty("sun.net.httpserver.maxReqTime", PATIENCE);
    System.setProperty("sun.net.httpserver.maxRspTime", PATIENCE);
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final ListenAddress address;
  private final Source source;

  /**
   * Starts the server.
   *
   * @param what what it serves, for messages
   * @throws IOException with a message for the user, if the address cannot be used
   */
  public LocalServer(String what, ListenAddress wanted, Source source) throws IOException {
    this.source = source;
    try {
      server = HttpServer.create(new InetSocketAddress(wanted.host(), wanted.port()), 0);
    } catch (IOException e) {
      throw new IOException(what + " cannot be served at " + wanted + ": " + e.getMessage(), e);
    }
    address = new ListenAddress(wanted.host(), server.getAddress().getPort());
    threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread daemon = new Thread(task, "http");
              daemon.setDaemon(true);
              return daemon;
            });
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Returns the address with the port that was chosen. */
  public ListenAddress address() {
    return address;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Runnable sent = () -> {};
    try (exchange) {
      Answer answer = isNamed(exchange) ? source.answer(exchange.getRequestURI()) : null;
      if (answer == null) {
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_NOT_FOUND, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_BAD_METHOD, -1);
      } else {
        exchange.getResponseHeaders().set("Content-Type", answer.type());
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, answer.body().length);
        exchange.getResponseBody().write(answer.body());
        sent = answer.sent();
      }
    }
    sent.run();
  }

  /**
   * Whether the Host header is allowed. At the loopback address, it must be a loopback name.
   * Otherwise a foreign page could read this one through the user's browser (DNS rebinding).
   */
  private boolean isNamed(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return !address.host().equals(ListenAddress.ANY.host())
        || (host != null && host.matches("(127\\.0\\.0\\.1|localhost)(:\\d+)?"));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
