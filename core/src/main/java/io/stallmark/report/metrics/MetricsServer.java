package io.stallmark.report.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.stallmark.spec.ListenAddress;
import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Answers {@code GET /metrics} with a text, on separate threads. A client that sends half a request
 * occupies one of them until its time is up.
 */
final class MetricsServer implements Closeable {

  static final String PATH = "/metrics";

  /** Content type with the format version, which Prometheus 3 requires. */
  private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

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
  private final Supplier<String> text;

  /**
   * Starts the server.
   *
   * @throws IOException with a message for the user, if the address cannot be used
   */
  MetricsServer(ListenAddress wanted, Supplier<String> text) throws IOException {
    this.text = text;
    try {
      server = HttpServer.create(new InetSocketAddress(wanted.host(), wanted.port()), 0);
    } catch (IOException e) {
      throw new IOException("The metrics cannot be served at " + wanted + ": " + e.getMessage(), e);
    }
    address = new ListenAddress(wanted.host(), server.getAddress().getPort());
    threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread daemon = new Thread(task, "metrics");
              daemon.setDaemon(true);
              return daemon;
            });
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://" + address + PATH;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_NOT_FOUND, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_BAD_METHOD, -1);
      } else {
        byte[] body = text.get().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", FORMAT);
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
