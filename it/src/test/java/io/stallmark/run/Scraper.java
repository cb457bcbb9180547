package io.stallmark.run;

import io.stallmark.report.metrics.LiveMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;

/** Reads a replayed run's metrics once a minute of its time. */
final class Scraper implements Closeable {

  private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);

  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpRequest request;

  Scraper(LiveMetrics metrics) {
    request = HttpRequest.newBuilder(URI.create(metrics.url())).build();
  }

  void interval(long end) throws IOException {
    if (end % PERIOD != 0) {
      return;
    }
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200 || !answer.body().contains("stallmark_")) {
        throw new IOException("no metrics: " + answer.statusCode());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {}
}
