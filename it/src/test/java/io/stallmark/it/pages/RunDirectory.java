package io.stallmark.it.pages;

import io.stallmark.report.page.ReportPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A run's directory as docs/results.md has it, to be changed by a test. */
final class RunDirectory {

  static final String INTERVALS_HEAD =
      "start_s,end_s,transactions,statements,rows,retries,failures,"
          + "service_p50_ms,service_p95_ms,service_p99_ms,service_p999_ms,service_max_ms,"
          + "response_p50_ms,response_p95_ms,response_p99_ms,response_p999_ms,response_max_ms,"
          + "lowest_slot_transactions_per_s,oldest_in_flight_ms\n";

  final Path path;
  final ObjectNode json = new JsonMapper().createObjectNode();

  RunDirectory(Path path) {
    try {
      this.path = Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    json.put("state", "completed");
    json.put("reason", "It ended as planned.");
    json.put("workload", "tiny").put("binding", "memory").put("seed", 7);
    json.put("startedAt", "2026-11-20T11:59:00Z").put("measuredFrom", "2026-11-20T12:00:00.250Z");
    json.putObject("spec").put("threads", 2).put("pacing", "closed");
    json.withObject("/spec/settings").put("rows", 10);
    json.putObject("versions").put("stallmark", "1.2.3");
    json.putObject("database").put("server", "Memory 1");
    json.putObject("host").put("cpu", "Abacus");
    json.putArray("warnings").add("Mind the gap.");
    ObjectNode summary = json.putObject("summary");
    summary.put("elapsedNanoseconds", 4_000_000_000L).put("transactions", 330);
    summary.put("rowsRead", 0).put("rowsWritten", 330_000).put("retries", 3).put("errors", 2);
    summary.put("scheduled", 340).put("started", 332).put("neverStarted", 8);
    summary.put("succeeded", 330).put("failed", 2).put("inFlight", 0);
    ObjectNode error = summary.putArray("errorClasses").addObject();
    error.put("kind", "fatal").put("code", "1205").put("count", 2).put("example", "Too late");
    kind("transaction", 330);
    kind("insert", 330).put("rows", 330_000).put("rowsPerSecond", 82_500);
  }

  ObjectNode kind(String name, int count) {
    ObjectNode kind = json.withObject("/summary/kinds/" + name);
    kind.put("count", count).put("perSecond", count / 4.0).put("retries", 0).put("failures", 0);
    for (String clock : new String[] {"service", "response"}) {
      ObjectNode times = kind.putObject(clock + "Nanoseconds");
      times.put("mean", 2.5e6).put("p50", 2_000_000).put("p95", 8_000_000).put("p99", 9_000_000);
      times.put("p999", 95_000_000).put("max", 950_000_000);
    }
    return kind;
  }

  /** Four seconds, the third of which is a stall. */
  RunDirectory whole() throws IOException {
    json();
    intervals(
        INTERVALS_HEAD
            + interval(0, 100, 2)
            + interval(1, 110, 2.5)
            + "2,3,0,0,0,0,0,,,,,,,,,,,0,900\n"
            + interval(3, 120, 950));
    file(
        "stalls.csv",
        """
        start_s,length_s,lowest_per_s,delayed,longest_ms,kinds,usual_per_s,generator_held_s,counters
        2,0.95,0,16,950,insert commit,105,0,Innodb_log_waits=+7
        """);
    file(
        "dips.csv",
        """
        start_s,length_s,per_s,lowest_per_s,usual_per_s,longest_ms,generator_held_s
        0.5,1.25,40,30,105,77,0
        """);
    file("trust.csv", "start_s,end_s,generator_bound\n");
    file(
        "size.csv",
        """
        at_s,data_bytes,index_bytes,file_bytes
        0,1000000,0,2000000
        4,9000000,500000,12000000
        """);
    latencies("transaction", "insert");
    return this;
  }

  static String interval(int start, int transactions, double longest) {
    return String.join(
            ",",
            Integer.toString(start),
            Integer.toString(start + 1),
            Integer.toString(transactions),
            Integer.toString(transactions),
            Integer.toString(1000 * transactions),
            "1,0,1,2,3,4,5,1,2,3,4",
            Double.toString(longest),
            "90,5")
        + "\n";
  }

  RunDirectory json() throws IOException {
    return file("run.json", json.toString());
  }

  RunDirectory intervals(String text) throws IOException {
    return file("intervals.csv", text);
  }

  RunDirectory file(String name, String text) throws IOException {
    Files.writeString(path.resolve(name), text);
    return this;
  }

  /** 330 samples a kind and clock, from 1 to 330 ms. */
  RunDirectory latencies(String... kinds) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter log = new HistogramLogWriter(out);
    log.outputLogFormatVersion();
    log.outputLegend();
    for (String kind : kinds) {
      for (String clock : new String[] {"service", "response"}) {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 330; i++) {
          histogram.recordValue(i * 1_000_000L);
        }
        histogram.setTag(kind + "." + clock);
        log.outputIntervalHistogram(0, 1, histogram, 1e6);
      }
    }
    return file("latency.hlog", out.toString(StandardCharsets.UTF_8));
  }

  /** Writes the page of this run. */
  Path page() throws IOException {
    Path page = path.resolve("report.html");
    ReportPage.write(path, page);
    return page;
  }

  /** The JSON in a page. */
  static JsonNode data(Path page) throws IOException {
    String html = Files.readString(page);
    String open = "<script type=\"application/json\" id=\"data\">";
    int from = html.indexOf(open) + open.length();
    return new JsonMapper().readTree(html.substring(from, html.indexOf("</script>", from)));
  }

  /** Adds a load machine. */
  ObjectNode agent(String name) {
    ObjectNode agent = json.withArray("agents").addObject().put("name", name);
    agent.put("index", 0).put("threads", 1).put("processors", 1).put("transactionsPerSecond", 1);
    agent.put("flaggedIntervals", 0).putArray("reasons");
    for (String count :
        List.of(
            "scheduled",
            "started",
            "succeeded",
            "failed",
            "inFlight",
            "neverStarted",
            "unknown",
            "clockErrorNanoseconds",
            "skewNanoseconds")) {
      agent.put(count, 0);
    }
    return agent;
  }
}
