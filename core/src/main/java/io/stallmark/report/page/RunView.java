package io.stallmark.report.page;

import io.stallmark.report.Figures;
import io.stallmark.report.read.Band;
import io.stallmark.report.read.Curves;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the template shows of one run. */
final class RunView {

  private final RunFiles files;
  private final Totals totals;
  private final RunSheets sheets;

  private RunView(RunFiles files) {
    this.files = files;
    this.totals = Totals.of(files);
    this.sheets = new RunSheets(files);
  }

  static Page of(RunFiles files) {
    RunView view = new RunView(files);
    return new Page(
        files.text("/workload") + " on " + files.text("/binding"),
        view.subtitle(),
        files.text("/state"),
        files.text("/reason"),
        view.cards(),
        view.warnings(),
        files.notes(),
        view.blocks());
  }

  private String subtitle() {
    String zero = files.text("/measuredFrom");
    JsonNode spec = files.json().path("spec");
    String pacing =
        spec.path("pacing").asString("").equals("open")
            ? "open loop, " + rate(spec) + " arrivals/s"
            : "closed loop" + thinkTime(spec);
    int phases = spec.path("phases").size();
    String when =
        zero.isEmpty()
            ? "started " + Figures.utc(files.text("/startedAt"))
            : "second 0 was " + Figures.utc(zero);
    return Stream.of(
            when,
            Sheet.decimal("%,.1f", totals.elapsedSeconds()) + " s measured",
            threads(spec.path("threads").asString("–")),
            phases > 0 ? Figures.count(phases, "phase") : "",
            pacing,
            files.text("/database/server"))
        .filter(part -> !part.isBlank())
        .collect(Collectors.joining(" · "));
  }

  private static String threads(String number) {
    return number.equals("1") ? "1 thread" : number + " threads";
  }

  private static String rate(JsonNode spec) {
    String schedule = spec.path("rateSchedule").asString("");
    int shown = 60;
    return schedule.isEmpty()
        ? Sheet.plain(spec.path("ratePerSecond").asDouble(0))
        : schedule.length() <= shown
            ? schedule
            : schedule.substring(0, schedule.indexOf(',')) + ",…";
  }

  private static String thinkTime(JsonNode spec) {
    double seconds = spec.path("thinkTimeSeconds").asDouble(0);
    return seconds == 0 ? "" : ", think time " + Sheet.plain(seconds) + " s";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    files.json().path("warnings").forEach(each -> warnings.add(each.asString("")));
    return warnings;
  }

  private List<Page.Card> cards() {
    List<Page.Card> cards = new ArrayList<>();
    cards.add(
        new Page.Card(
            "transactions/s",
            Sheet.rate(totals.perSecond(totals.transactions())),
            Sheet.count(totals.transactions())
                + " succeeded"
                + (files.failed() ? "; a failed run has no rate" : "")));
    if (totals.summed() && totals.rows() > 0) {
      cards.add(rows("rows read or written/s", totals.rows()));
    }
    if (totals.rowsWritten() > 0) {
      cards.add(rows("rows written/s", totals.rowsWritten()));
    }
    if (totals.rowsRead() > 0) {
      cards.add(rows("rows read/s", totals.rowsRead()));
    }
    boolean none = totals.response().count() == 0;
    cards.add(
        new Page.Card(
            "response time p99, ms",
            none ? "–" : Sheet.millis((double) totals.response().p99()),
            none
                ? "no sample"
                : "p50 "
                    + Sheet.millis((double) totals.response().p50())
                    + ", p95 "
                    + Sheet.millis((double) totals.response().p95())));
    cards.add(
        new Page.Card(
            "longest response, ms",
            none ? "–" : Sheet.millis((double) totals.response().max()),
            none ? "no sample" : "p99.9 " + Sheet.millis((double) totals.response().p999())));
    cards.add(stalls());
    cards.add(TrustSheet.card(files));
    cards.add(
        new Page.Card(
            "errors",
            Sheet.count(totals.errors()),
            Sheet.count(totals.retries()) + (totals.retries() == 1 ? " retry" : " retries")));
    Page.Card size = size(files);
    if (size != null) {
      cards.add(size);
    }
    return cards;
  }

  private Page.Card rows(String name, double rows) {
    return new Page.Card(
        name, Sheet.rate(totals.perSecond(rows)), Figures.count((long) rows, "row"));
  }

  private Page.Card stalls() {
    double[] lengths = files.stalls().stream().mapToDouble(Band::length).toArray();
    if (!totals.judged(files)) {
      return new Page.Card("stalls", "–", "the run was too short to judge");
    }
    return new Page.Card(
        "stalls",
        Sheet.count((double) lengths.length),
        lengths.length == 0
            ? "none"
            : String.format(
                Locale.ROOT,
                "%,.2f s in all, the longest %,.2f s",
                DoubleStream.of(lengths).sum(),
                DoubleStream.of(lengths).max().getAsDouble()));
  }

  private static Page.@Nullable Card size(RunFiles files) {
    double end = files.bytes(files.sizes().size() - 1);
    if (!Double.isFinite(end)) {
      return null;
    }
    return new Page.Card(
        "MB on disk at the end",
        Sheet.megabytes(end),
        Sheet.megabytes(files.bytes(0)) + " MB at the start");
  }

  private List<Page.Block> blocks() {
    List<Page.Block> blocks = new ArrayList<>();
    String none = files.intervals().size() == 0 ? "There is no interval to show." : "";
    blocks.add(
        Page.figure(
            "throughput",
            "Throughput",
            "Successful transactions per second, and the rate in the slowest 100 ms of each interval."
                + (TrustSheet.bands(files.intervals()).isEmpty()
                    ? ""
                    : " Grey: the generator was the bottleneck, not the database."),
            none,
            none.isEmpty() ? sheets.intervals() : null));
    boolean rows = files.intervals().sum("rows") > 0;
    if (rows) {
      blocks.add(Page.figure("rows", "Rows", rowsNote(), "", null));
    }
    blocks.add(
        Page.figure(
            "response",
            "Response time",
            "Of successful transactions in each interval, on a logarithmic scale, from the intended"
                + " start to the end.",
            none,
            null));
    blocks.add(
        Page.figure(
            "size",
            "Size on disk",
            "All tables together: data, indexes, and the files they are in.",
            files.sizes().size() == 0 ? "The database did not say how large the tables were." : "",
            files.sizes().size() == 0 ? null : sheets.sizes()));
    blocks.addAll(CostBlocks.stored(CostBlocks.counted(files)));
    blocks.addAll(CostBlocks.of(files));
    blocks.add(Page.sheet(BandSheets.stalls(files)));
    blocks.add(Page.sheet(BandSheets.dips(files)));
    blocks.add(Page.sheet(TrustSheet.worst(files)));
    blocks.add(Page.sheet(TrustSheet.steady(files)));
    blocks.add(
        Page.figure(
            "percentiles",
            "Percentiles",
            "How long the slowest share took; each step to the right leaves a tenth of the"
                + " transactions. The line ends where the samples do.",
            files.curves().isEmpty() ? "There is no latency.hlog, or nothing in it." : "",
            files.curves().isEmpty() ? null : sheets.percentiles()));
    blocks.add(
        Page.sheet(
            sheets
                .kinds(Curves.RESPONSE, "Response time by kind")
                .note("From the intended start to the end, of what succeeded.")));
    blocks.add(
        Page.sheet(
            sheets
                .kinds(Curves.SERVICE, "Service time by kind")
                .note("From the actual start to the end, of what succeeded.")));
    blocks.add(Page.sheet(identity()));
    blocks.add(Page.sheet(sheets.errors()));
    blocks.add(Page.sheet(sheets.values("spec", "Configuration", "spec", "seed", "size")));
    blocks.add(
        Page.sheet(
            sheets.values(
                "environment",
                "Environment",
                "versions",
                "database",
                "host",
                "startedAt",
                "measuredFrom",
                "endedAt")));
    return blocks;
  }

  private String rowsNote() {
    if (totals.summed()) {
      return "Rows read or written per second; a row is no transaction.";
    }
    return (totals.rowsRead() > 0 && totals.rowsWritten() > 0
            ? "Rows read and rows written, together,"
            : totals.rowsWritten() > 0 ? "Rows written" : "Rows read")
        + " per second; a row is no transaction.";
  }

  private Sheet identity() {
    Sheet sheet =
        new Sheet("identity", "No arrival disappears")
            .words("sum")
            .orElse("Not known of a run without a summary.");
    if (files.json().path("summary").isObject()) {
      sheet.row(
          String.format(
              Locale.ROOT,
              "scheduled %s = started %s + never started %s",
              summary("scheduled"),
              summary("started"),
              summary("neverStarted")));
      sheet.row(
          String.format(
              Locale.ROOT,
              "started %s = succeeded %s + failed %s + in flight %s",
              summary("started"),
              summary("succeeded"),
              summary("failed"),
              summary("inFlight")));
    }
    return sheet;
  }

  private String summary(String name) {
    return Sheet.count(files.number("/summary/" + name));
  }
}
