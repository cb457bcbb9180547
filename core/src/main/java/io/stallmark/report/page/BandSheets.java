package io.stallmark.report.page;

import io.stallmark.report.read.Band;
import io.stallmark.report.read.RunFiles;
import io.stallmark.report.read.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Stalls and dips as tables, their rows linked with the bands in the charts. */
final class BandSheets {

  /** A table of more is no help; the longest are what matters. */
  static final int MOST = 500;

  private static final double MILLION = 1e6;
  private static final double USUAL_BELOW_PERCENT = 10;
  private static final double USUAL_SHORTEST = 0.2;

  private BandSheets() {}

  /** The longest ones, in order of time. */
  static List<Band> shown(List<Band> bands) {
    if (bands.size() <= MOST) {
      return bands;
    }
    List<Band> longest = new ArrayList<>(bands);
    longest.sort((one, other) -> Double.compare(other.length(), one.length()));
    List<Band> shown = new ArrayList<>(longest.subList(0, MOST));
    shown.sort((one, other) -> Double.compare(one.start(), other.start()));
    return shown;
  }

  /** A row's id, which the chart's script builds in the same way. */
  static String id(String what, int run, int index) {
    return what + "-" + run + "-" + index;
  }

  /** What a stall is, by the rule of a run. */
  static String definition(RunFiles files) {
    double below = files.number("/stallRule/belowPercent");
    double shortest = files.number("/stallRule/shortestSeconds");
    return String.format(
        Locale.ROOT,
        "A stall is a time of at least %s ms in which work was waiting and fewer transactions succeeded"
            + " than %s %% of what is usual; usual is the median of the 30 s before. Chance is ruled"
            + " out. The first 3 s are not judged. Times are seconds since the measurement started;"
            + " counters are those of the server that moved unusually around it, which is a"
            + " coincidence in time and no proof of a cause.",
        Sheet.plain(1000 * (Double.isFinite(shortest) ? shortest : USUAL_SHORTEST)),
        Sheet.plain(Double.isFinite(below) ? below : USUAL_BELOW_PERCENT));
  }

  static Sheet stalls(RunFiles files) {
    Sheet sheet =
        new Sheet("stalls", "Stalls" + some(files.stalls()))
            .numbers("start s", "length s", "slowest 100 ms, transactions/s")
            .numbers("usual transactions/s", "operations delayed", "longest response ms")
            .words("held by", "statements held", "server counters that moved")
            .note(definition(files) + periodic("stalls", files))
            .orElse(
                Totals.of(files).judged(files)
                    ? "No stall."
                    : "Not judged: the first 3 s of a run only show what is usual.");
    List<Band> shown = shown(files.stalls());
    for (int i = 0; i < shown.size(); i++) {
      Band stall = shown.get(i);
      sheet.linked(
          id("stall", 0, i),
          "band",
          "#throughput",
          Sheet.decimal("%,.2f", stall.start()),
          Sheet.decimal("%,.2f", stall.length()),
          Sheet.count(stall.lowest()),
          Sheet.count(stall.usual()),
          Sheet.count(stall.delayed()),
          Sheet.millis(MILLION * stall.longest()),
          holder(stall),
          stall.kinds(),
          stall.counters());
    }
    return sheet;
  }

  static Sheet dips(RunFiles files) {
    Sheet sheet =
        new Sheet("dips", "Dips" + some(files.dips()))
            .numbers("start s", "length s", "slowest 100 ms, transactions/s")
            .numbers("usual transactions/s", "longest response ms")
            .words("held by")
            .note(
                "A dip is a second or more under half of what is usual, with slower responses than"
                    + " usual."
                    + periodic("dips", files))
            .orElse("No dip.");
    List<Band> shown = shown(files.dips());
    for (int i = 0; i < shown.size(); i++) {
      Band dip = shown.get(i);
      sheet.linked(
          id("dip", 0, i),
          "band",
          "#throughput",
          Sheet.decimal("%,.2f", dip.start()),
          Sheet.decimal("%,.2f", dip.length()),
          Sheet.count(dip.lowest()),
          Sheet.count(dip.usual()),
          Sheet.millis(MILLION * dip.longest()),
          holder(dip));
    }
    return sheet;
  }

  private static String holder(Band band) {
    return (band.generators() ? "the generator itself" : "the server")
        + (band.bound() ? "; GENERATOR BOUND" : "");
  }

  /** A sentence each of those that came regularly; what they are called begins with the word. */
  private static String periodic(String word, RunFiles files) {
    StringBuilder sentences = new StringBuilder();
    for (JsonNode period : files.json().path("periodic")) {
      String what = period.path("what").asString("");
      if (what.startsWith(word)) {
        sentences
            .append(" Periodic: ")
            .append(Sheet.count(period.path("count").asDouble(Double.NaN)))
            .append(' ')
            .append(what)
            .append(", one every ")
            .append(Sheet.decimal("%,.1f", period.path("periodSeconds").asDouble(Double.NaN)))
            .append(" s.");
      }
    }
    return sentences.toString();
  }

  private static String some(List<Band> bands) {
    return bands.size() <= MOST
        ? ""
        : String.format(Locale.ROOT, ": the %d longest of %,d", MOST, bands.size());
  }
}
