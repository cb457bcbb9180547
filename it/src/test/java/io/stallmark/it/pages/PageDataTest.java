package io.stallmark.it.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.report.page.ReportPage;
import io.stallmark.result.NoRunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The files and the data of pages, without a browser. */
final class PageDataTest {

  private static final String EVIL = "</script><img src=x onerror=alert(1)><!--'\"&\u2028";

  @TempDir Path directory;

  private RunDirectory run(String name) {
    return new RunDirectory(directory.resolve(name));
  }

  @Test
  void columnsOfFiles_areEmbeddedByTheirNames() throws IOException {
    JsonNode run = RunDirectory.data(run("a").whole().page()).at("/runs/0");
    assertThat(run.at("/json/database/server").asString()).isEqualTo("Memory 1");
    assertThat(run.at("/intervals/transactions").toString()).isEqualTo("[100,110,0,120]");
    assertThat(run.at("/intervals/start_s").toString()).isEqualTo("[0,1,2,3]");
    assertThat(run.at("/intervals/response_max_ms").toString()).isEqualTo("[2,2.5,null,950]");
    assertThat(run.at("/intervals").has("generator_bound")).as("a column without values").isFalse();
    assertThat(run.at("/sizes/file_bytes").toString()).isEqualTo("[2000000,12000000]");
    assertThat(run.at("/stalls/0/length_s").asDouble()).isEqualTo(0.95);
    assertThat(run.at("/dips/0/start_s").asDouble()).isEqualTo(0.5);
  }

  @Test
  void seed_keepsEveryDigit() throws IOException {
    RunDirectory run = run("a");
    run.json.put("seed", Long.MAX_VALUE);
    assertThat(RunDirectory.data(run.json().page()).at("/runs/0/json/seed").asString())
        .isEqualTo("9223372036854775807");
    assertThat(Files.readString(run.path.resolve("report.html")))
        .contains("\"seed\":\"9223372036854775807\"");
  }

  @Test
  void command_repeatsTheRun_withWhatDiffersFromADefault() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", "sysbench").put("seed", 20261120).put("requestSeed", Long.MAX_VALUE);
    ObjectNode spec = run.json.withObject("/spec");
    spec.put("url", "mysql://root@db:3306/test?key=***").put("tls", "verify").put("threads", 4);
    spec.put("durationSeconds", 30).put("events", 0).put("warmupSeconds", 2.5);
    spec.put("pacing", "open").put("ratePerSecond", 125.5).put("arrivals", "poisson");
    spec.put("intervalSeconds", 1).put("allowedErrorsPercent", 1).put("minStartedPercent", 90);
    spec.put("reconnectSeconds", 60).put("patienceSeconds", 60);
    spec.putObject("storage").put("engine", "InnoDB").put("comment", "it's");
    spec.putObject("settings").put("rows", 100_000).put("tables", 9).put("mix", "read_only");
    run.json.putObject("stallRule").put("belowPercent", 10).put("shortestSeconds", 0.5);
    assertThat(command(run))
        .isEqualTo(
            "stallmark run sysbench --url 'mysql://root@db:3306/test?key=***'"
                + " --storage 'engine=InnoDB,comment=it'\\''s' --tls verify --warmup 2.5"
                + " --min-started 90 --arrivals poisson --rate 125.5"
                + " --request-seed 9223372036854775807 --stall-min 0.5"
                + " -p tables=9 -p mix=read_only");
  }

  @Test
  void command_hasPhasesAndThinkTimes_asTheOptionsTakeThem() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", "foreign").put("seed", 5);
    ObjectNode spec = run.json.withObject("/spec").put("url", "embedded:mysql").put("threads", 8);
    spec.put("durationSeconds", 90).put("thinkTimeSeconds", 0.01).put("thinkTime", "exponential");
    String load = "stallmark run foreign --url embedded:mysql --threads 8 --seconds 90";
    assertThat(command(run))
        .as("every setting of a workload that this program does not know")
        .isEqualTo(load + " --think-time exponential:0.01s --seed 5 -p rows=10");
    ObjectNode phase = spec.putArray("phases").addObject().put("name", "burst");
    phase.put("durationSeconds", 60).put("threads", 8).put("rateSchedule", "100..500@1m");
    phase.put("load", "burst seconds=60 threads=8 rate=100..500@1m");
    phase.putObject("settings").put("mix", "read_only");
    run.json.put("name", "nightly").putObject("tags").put("build", "4 17");
    assertThat(command(run))
        .endsWith(" -p rows=10 --name nightly --tag 'build=4 17'")
        .contains(" --phase 'burst seconds=60 threads=8 rate=100..500@1m mix=read_only' ")
        .contains(" --threads 8 ")
        .doesNotContain("--seconds", "--think-time");
    spec.put("url", "");
    assertThat(command(run)).isEmpty();
  }

  @Test
  void command_hasTheLoadOfEachRole_andTheFlags() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", "foreign").put("seed", 5);
    ObjectNode spec = run.json.withObject("/spec").put("url", "embedded:mysql").put("threads", 12);
    spec.put("durationSeconds", 90).put("pacing", "open").put("ratePerSecond", 100);
    spec.put("arrivals", "poisson").putArray("roles").add("inserters threads=8 rate=100");
    spec.withArray("roles").add("queriers threads=4 rate=0");
    spec.putArray("flags").add("fresh").add("keep").add("verify");
    assertThat(command(run))
        .as("no --threads and no --rate, which are of the first role only")
        .isEqualTo(
            "stallmark run foreign --url embedded:mysql --seconds 90"
                + " --arrivals poisson"
                + " --role 'inserters threads=8 rate=100' --role 'queriers threads=4 rate=0'"
                + " --seed 5 -p rows=10 --fresh --keep --verify");
  }

  @Test
  void command_hasTheNumberOfMachines() throws IOException {
    RunDirectory run = run("a");
    run.json.put("workload", "sysbench").withObject("/spec").put("url", "mysql://root@db/test");
    assertThat(command(run)).doesNotContain("agents");
    for (String name : List.of("local-0", "local-1")) {
      run.agent(name);
    }
    assertThat(command(run)).contains(" --local-agents 2 ");
    run.agent("east");
    assertThat(command(run)).contains(" --agents 3 --cluster HOST:7800 --coordinator-only ");
    run.agent("coordinator");
    assertThat(command(run))
        .contains(" --agents 4 --cluster HOST:7800 ")
        .doesNotContain("--coordinator-only");
  }

  private static String command(RunDirectory run) throws IOException {
    return RunDirectory.data(run.json().page()).at("/command").asString();
  }

  @Test
  void percentileCurve_endsWhereTheSamplesDo() throws IOException {
    JsonNode curve =
        RunDirectory.data(run("a").whole().page()).at("/runs/0/latencies/insert/service");
    assertThat(curve.get("count").asInt()).isEqualTo(330);
    JsonNode points = curve.get("points");
    assertThat(points.get(0).get(0).asDouble()).isEqualTo(1);
    JsonNode last = points.get(points.size() - 1);
    assertThat(last.get(0).asDouble()).isEqualTo(330);
    assertThat(last.get(1).asDouble()).isBetween(329.9e6, 330.4e6);
    for (int i = 1; i < points.size(); i++) {
      assertThat(points.get(i).get(1).asDouble())
          .isGreaterThanOrEqualTo(points.get(i - 1).get(1).asDouble());
    }
  }

  @Test
  void hostileLabels_areTextInAComparison() throws IOException {
    RunDirectory run = run("a").whole();
    Path page = directory.resolve("all.html");
    String[] harmless = Files.readString(run.page()).split("</script", -1);
    String huge = "x".repeat(20_000);
    ReportPage.write(
        List.of(new ReportPage.Entry(EVIL, run.path), new ReportPage.Entry(huge, run.path)),
        new ReportPage.Heading(EVIL, "", List.of(EVIL)),
        Map.of(),
        page);
    String html = Files.readString(page);
    assertThat(html).doesNotContain("<img src=x", "\u2028").contains(huge);
    assertThat(html.split("</script", -1)).as("ends of scripts").hasSameSizeAs(harmless);
    assertThat(RunDirectory.data(page).at("/runs/0/label").asString()).isEqualTo(EVIL);
  }

  @Test
  void thePage_loadsNothing_andItsPolicyForbidsIt() throws IOException {
    String page = Files.readString(run("a").whole().page());
    assertThat(page).contains("default-src 'none'").contains("Apache License");
    Matcher loads =
        Pattern.compile(
                "(?i)\\b(?:src|href|action|poster|data-src)\\s*=\\s*[\"'](?!#|data:)[^\"']*")
            .matcher(page.replaceAll("(?s)<script nonce.*?</script>", ""));
    assertThat(loads.results().map(match -> match.group())).isEmpty();
    assertThat(page.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("@import", "url(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"state\": \"run", "[]", "null", "{}", "\u0000"})
  void damagedRunJson_isOneLine(String json) throws IOException {
    RunDirectory run = run("a").file("run.json", json);
    assertThatThrownBy(run::page)
        .isInstanceOf(NoRunException.class)
        .hasMessageContaining("run.json")
        .hasMessageNotContaining("\n");
    assertThat(run.path.resolve("report.html")).doesNotExist();
  }

  @Test
  void aPageThatCannotBeWritten_isOneLine() {
    assertThatThrownBy(
            () -> ReportPage.write(run("a").whole().path, directory.resolve("no/where.html")))
        .isInstanceOf(IOException.class)
        .hasMessage(directory.resolve("no/where.html") + " cannot be written: no such directory");
  }
}
