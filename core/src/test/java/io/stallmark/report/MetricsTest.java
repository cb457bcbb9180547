package io.stallmark.report;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.CostSource;
import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.analysis.trust.SampleHealth;
import io.stallmark.record.Interval;
import io.stallmark.report.metrics.LiveMetrics;
import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.run.RunObserver;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MetricsTest {

  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);

  private LiveMetrics metrics;

  @BeforeEach
  void open() throws IOException {
    metrics = new LiveMetrics(ANY, line -> {});
    metrics.resolved(Synthetic.SPEC, Path.of(""));
  }

  @AfterEach
  void close() {
    metrics.closed();
  }

  private void run() throws IOException {
    run(interval -> Synthetic.CALM);
  }

  private void run(Function<Interval, GeneratorHealth> strains) throws IOException {
    metrics.prepared(Synthetic.SPEC, Synthetic.FINDINGS, Synthetic.document().start());
    long stalled = Math.round(Synthetic.STALL.lengthSeconds() * Synthetic.SECOND);
    Synthetic.run(
        interval ->
            metrics.interval(
                new RunObserver.LiveInterval(
                    Synthetic.START,
                    interval,
                    strains.apply(interval),
                    interval.start() == 0 ? stalled : 0,
                    1,
                    2)));
  }

  @Test
  void anIntervalInWhichTheGeneratorWasTheBottleneck_isFlagged_withTheReason() throws IOException {
    run(
        interval ->
            interval.end() == 3 * Synthetic.SECOND ? SampleHealth.bound(2) : Synthetic.CALM);
    String text = text();
    assertThat(sum(text, "stallmark_generator_bound", "")).isEqualTo(1);
    assertThat(sum(text, "stallmark_generator_bound_seconds_total", "")).isEqualTo(1);
    assertThat(sum(text, "stallmark_generator_reason", "reason=\"own_cpu\"")).isEqualTo(1);
    assertThat(sum(text, "stallmark_generator_reason", "")).isEqualTo(1);
  }

  @Test
  void theFlagGoes_withTheInterval_andItsTimeStays() throws IOException {
    run(interval -> interval.start() == 0 ? SampleHealth.bound(0) : Synthetic.CALM);
    String text = text();
    assertThat(text).contains("\nstallmark_generator_bound 0.0\n", "reason=\"gc\"} 0.0\n");
    assertThat(sum(text, "stallmark_generator_reason", "")).isZero();
    assertThat(sum(text, "stallmark_generator_bound_seconds_total", "")).isEqualTo(1);
  }

  private static HttpURLConnection get(String url) throws IOException {
    return (HttpURLConnection) URI.create(url).toURL().openConnection();
  }

  private String text() throws IOException {
    HttpURLConnection answer = get(metrics.url());
    assertThat(answer.getContentType()).startsWith("text/plain; version=0.0.4");
    return new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The sum of a metric over all series whose labels have a text. */
  private static double sum(String text, String metric, String label) {
    return Pattern.compile("(?m)^" + metric + "(\\{.*})? (\\S+)$")
        .matcher(text)
        .results()
        .filter(line -> String.valueOf(line.group(1)).contains(label))
        .mapToDouble(line -> Double.parseDouble(line.group(2)))
        .sum();
  }

  @Test
  void beforeTheMeasurement_thePhaseShowsAndNoFigure() throws IOException {
    String text = text();
    assertThat(sum(text, "stallmark_phase", "loading")).isEqualTo(1);
    assertThat(sum(text, "stallmark_phase", "")).isEqualTo(1);
    assertThat(text)
        .contains("stallmark_run_info{binding=\"memory\",pacing=\"open\",version=")
        .contains("process_cpu_usage", "jvm_memory_used_bytes")
        .doesNotContain("stallmark_transactions", Synthetic.CANARY);
  }

  @Test
  void counters_areTheSumsOfAllIntervals() throws IOException {
    run();
    String text = text();
    assertThat(sum(text, "stallmark_phase", "measuring")).isEqualTo(1);
    assertThat(sum(text, "stallmark_transactions_total", "")).isEqualTo(269);
    assertThat(sum(text, "stallmark_transactions_total", "change")).isEqualTo(90);
    assertThat(sum(text, "stallmark_transaction_errors_total", "")).isEqualTo(1);
    assertThat(sum(text, "stallmark_transaction_retries_total", "")).isEqualTo(1);
    assertThat(sum(text, "stallmark_statements_total", "")).isEqualTo(3 * 270);
    assertThat(sum(text, "stallmark_rows_total", "category=\"read\"")).isEqualTo(2700);
    assertThat(sum(text, "stallmark_transactions_due_total", "")).isEqualTo(270);
    assertThat(sum(text, "stallmark_transactions_started_total", "")).isEqualTo(270);
    assertThat(sum(text, "stallmark_measured_seconds", "")).isEqualTo(3);
    assertThat(sum(text, "stallmark_stalls_total", "")).isEqualTo(1);
    assertThat(sum(text, "stallmark_dips_total", "")).isEqualTo(2);
    assertThat(sum(text, "stallmark_stalled_seconds_total", "")).isEqualTo(0.31);
  }

  @Test
  void costs_areCountedBySource_besideWhatTheyAreOf() throws IOException {
    Usage used = new Usage(Map.of(Resource.WRITES, 30L, Resource.DISK_BUSY_NANOS, 250_000_000L));
    metrics.cost(new CostRow(CostSource.DISK, 0, 1_000_000_000L, 10, 40, null, false, used));
    metrics.cost(
        new CostRow(CostSource.DISK, 1_000_000_000L, 2_000_000_000L, 5, 20, null, false, used));
    metrics.cost(
        new CostRow(
            CostSource.SERVER, 0, 1, 1, 2, null, false, new Usage(Map.of(Resource.READS, 3L))));
    String text = text();
    assertThat(sum(text, "stallmark_cost_writes_total", "source=\"disk\"")).isEqualTo(60);
    assertThat(sum(text, "stallmark_cost_disk_busy_seconds_total", "disk")).isEqualTo(0.5);
    assertThat(sum(text, "stallmark_cost_transactions_total", "disk")).isEqualTo(15);
    assertThat(sum(text, "stallmark_cost_statements_total", "disk")).isEqualTo(60);
    assertThat(sum(text, "stallmark_cost_reads_total", "")).isEqualTo(3);
    assertThat(text).doesNotContain("stallmark_cost_sent");
  }

  @Test
  void writeAndSpaceAmplification_areCountsToDivide() throws IOException {
    Usage used = new Usage(Map.of(Resource.WRITTEN_BYTES, 3000L));
    metrics.cost(new CostRow(CostSource.SERVER, 0, 1, 1, 2, 1000L, false, used));
    metrics.cost(new CostRow(CostSource.SERVER, 1, 2, 1, 2, 500L, false, used));
    metrics.stored(0, new StoredSize(0, 0, 9000L, 30L, null));
    metrics.stored(0, new StoredSize(0, 0, 12_000L, 40L, null));
    String text = text();
    assertThat(sum(text, "stallmark_cost_logical_written_bytes_total", "server")).isEqualTo(1500);
    assertThat(sum(text, "stallmark_cost_written_bytes_total", "server")).isEqualTo(6000);
    assertThat(sum(text, "stallmark_stored_bytes", "")).isEqualTo(12_000);
    assertThat(sum(text, "stallmark_stored_rows", "")).isEqualTo(40);
    assertThat(text).doesNotContain("stallmark_stored_logical");
  }

  /** Service takes 3 to 7 ms in turn; everything starts 2 ms late. */
  @Test
  void histograms_haveBothClocks() throws IOException {
    run();
    String text = text();
    assertThat(sum(text, "stallmark_transaction_service_seconds_count", "")).isEqualTo(269);
    assertThat(sum(text, "stallmark_transaction_service_seconds_bucket", "le=\"0.002\"")).isZero();
    assertThat(sum(text, "stallmark_transaction_service_seconds_bucket", "le=\"0.005\""))
        .isEqualTo(161);
    assertThat(sum(text, "stallmark_transaction_service_seconds_bucket", "le=\"+Inf\""))
        .isEqualTo(269);
    assertThat(sum(text, "stallmark_transaction_response_seconds_bucket", "le=\"0.003\"")).isZero();
    double service = sum(text, "stallmark_transaction_service_seconds_sum", "");
    double response = sum(text, "stallmark_transaction_response_seconds_sum", "");
    assertThat(service).isBetween(1.34, 1.35);
    assertThat(response - service).isBetween(269 * 0.00199, 269 * 0.00201);
  }

  @Test
  void otherPathsAndMethods_areRefused() throws IOException {
    String root = metrics.url().replace("/metrics", "/");
    assertThat(get(root).getResponseCode()).isEqualTo(404);
    HttpURLConnection post = get(metrics.url());
    post.setRequestMethod("POST");
    assertThat(post.getResponseCode()).isEqualTo(405);
  }

  /** More half-sent requests than one, as scanners of a network leave them. */
  @Test
  void halfSentRequests_delayNoOtherClient() throws IOException {
    URI url = URI.create(metrics.url());
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        Socket half = new Socket(url.getHost(), url.getPort());
        halves.add(half);
        half.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: ".getBytes(US_ASCII));
      }
      HttpURLConnection whole = get(metrics.url());
      assertThat(whole.getResponseCode()).isEqualTo(200);
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  @Test
  void takenPort_isOneLine() {
    int port = URI.create(metrics.url()).getPort();
    assertThatThrownBy(
            () ->
                new LiveMetrics(new ListenAddress("127.0.0.1", port), line -> {})
                    .resolved(Synthetic.SPEC, Path.of("")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The metrics cannot be served at 127.0.0.1:" + port + ": ");
  }

  @Test
  void closed_nobodyAnswers() throws IOException {
    metrics.closed();
    try (Socket silent = new Socket()) { // has the port, so that nobody else listens there
      silent.setReuseAddress(true);
      while (!bound(silent)) { // another program was faster
        open();
        metrics.closed();
      }
      assertThatThrownBy(() -> get(metrics.url()).getResponseCode())
          .isInstanceOf(ConnectException.class);
    }
  }

  private boolean bound(Socket socket) throws IOException {
    try {
      socket.bind(new InetSocketAddress("127.0.0.1", URI.create(metrics.url()).getPort()));
      return true;
    } catch (BindException e) {
      return false;
    }
  }
}
