package io.stallmark.analysis.cost.probe;

import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.cost.ResourceProbe;
import io.stallmark.spi.server.Usage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads the counters of a whole machine from its Prometheus node exporter by HTTP. */
public final class NodeExporterProbe implements ResourceProbe {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int OK = 200;

  private final URI address;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /**
   * @param address URL of its page, such as {@code http://db1:9100/metrics}
   */
  public NodeExporterProbe(URI address) {
    this.address = address;
  }

  @Override
  public CostSource source() {
    return CostSource.NODE;
  }

  @Override
  public String what() {
    return "the whole machine, by the node exporter at " + address;
  }

  @Override
  public Usage read() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(address).timeout(PATIENCE).header("Accept", "text/plain").build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != OK) {
        throw new IOException("it answers " + answer.statusCode());
      }
      return NodeExporterPage.usage(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (IOException e) {
      String reason = e.getMessage(); // Java gives no message for a closed port
      throw new IOException(reason == null ? "it cannot be reached" : reason, e);
    }
  }
}
