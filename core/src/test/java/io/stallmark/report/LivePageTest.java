package io.stallmark.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.page.LivePage;
import io.stallmark.run.RunObserver;
import io.stallmark.spec.ListenAddress;
import io.stallmark.spec.Redactor;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the page of a run is served, until the finished one takes its place. */
final class LivePageTest {

  @TempDir Path directory;

  private LivePage page;
  private ListenAddress address;

  @BeforeEach
  void open() throws IOException {
    page = new LivePage(ListenAddress.ANY, Redactor.NONE);
    address = page.open();
    page.resolved(Synthetic.SPEC, directory);
  }

  @AfterEach
  void close() {
    page.closed();
  }

  private HttpURLConnection get(String path) throws IOException {
    return (HttpURLConnection) URI.create("http://" + address + path).toURL().openConnection();
  }

  private String text(String path) throws IOException {
    return new String(get(path).getInputStream().readAllBytes(), UTF_8);
  }

  private JsonNode news(String question) throws IOException {
    return new JsonMapper().readTree(text("/live?page=1" + question));
  }

  @Test
  void beforeTheMeasurement_thePageSaysHowFarTheLoadIs() throws IOException {
    assertThat(text("/"))
        .contains("connect-src 'self'", "\"prepared\":false", "\"workload\":\"" + workload());
    page.workStarted("Inserting rows", 1_000_000);
    page.workAdvanced(250_000);
    assertThat(news("").at("/stage").asString()).isEqualTo("Inserting rows: 250,000 of 1,000,000");
    page.workEnded();
    page.phase(RunObserver.Phase.WARMING_UP);
    assertThat(news("").at("/stage").asString()).isEqualTo("Warming up");
  }

  private static String workload() {
    return Synthetic.SPEC.workload().name();
  }

  @Test
  void anAnswer_hasTheWholeLinesThatAFileHasGained() throws IOException {
    Path file = directory.resolve("stalls.csv");
    Files.writeString(file, "start_s,length_s\n1,0.5\n2,");
    assertThat(news("").get("stalls").asString()).isEqualTo("start_s,length_s\n1,0.5\n");
    assertThat(news("&stalls=17").get("stalls").asString()).isEqualTo("1,0.5\n");
    assertThat(news("&stalls=23").get("stalls").asString()).isEmpty();
    assertThat(news("&stalls=999").get("stalls").asString()).isEmpty();
    assertThat(news("").get("dips").asString()).as("no file yet").isEmpty();
  }

  @Test
  void theHeatMap_hasTheTransactionsOfAllIntervals() throws IOException {
    Synthetic.run(
        interval ->
            page.interval(
                new RunObserver.LiveInterval(Synthetic.START, interval, Synthetic.CALM, 0, 0, 0)));
    long sum = 0;
    for (JsonNode column : news("").at("/heat/counts")) {
      for (int i = 1; i < column.size(); i += 2) {
        sum += column.get(i).asLong();
      }
    }
    assertThat(sum).isEqualTo(269);
  }

  @Test
  void afterTheMeasurement_theFinishedPageIsThere_andAnOpenPageGetsIt() throws Exception {
    news("");
    page.failed(Synthetic.document().start());
    assertThat(news("").get("ended").asBoolean()).as("there is no page").isFalse();
    Files.writeString(directory.resolve("report.html"), "finished");
    assertThat(news("").get("ended").asBoolean()).isTrue();
    Thread end = new Thread(page::closed);
    end.start();
    assertThat(text("/")).isEqualTo("finished");
    end.join();
  }

  @Test
  void nothingElse_isServed_andNoPageOfAnotherName() throws IOException {
    Files.writeString(directory.resolve("secret"), "secret");
    for (String path : new String[] {"/secret", "/../secret", "/live/../secret", "/live/"}) {
      assertThat(get(path).getResponseCode()).as(path).isEqualTo(404);
    }
    assertThat(address.host()).isEqualTo("127.0.0.1");
    assertThat(status("evil.example")).contains("404");
    assertThat(status("127.0.0.1.evil.example:" + address.port())).contains("404");
    assertThat(status("localhost:8080")).as("a forwarded port").contains("200");
  }

  private String status(String host) throws IOException {
    try (Socket socket = new Socket(address.host(), address.port())) {
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return answer.lines().findFirst().orElse("");
    }
  }
}
