package io.stallmark.report.page;

import io.stallmark.report.read.Columns;
import io.stallmark.report.read.RunFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What a run cost, on its page: curves over its time, and a table of what an operation cost. */
final class CostBlocks {

  /**
   * @param column of cost.csv that it draws
   */
  private record Chart(String id, String column, String title, String note) {}

  private static final List<Chart> CHARTS =
      List.of(
          new Chart("cost-cpu", "cpu_us", "CPU", "Processors that the server kept busy."),
          new Chart(
              "cost-disk",
              "disk_busy_ms",
              "Disk",
              "Percent of the time in which the disk had something to do; of several disks, their"
                  + " sum. One that does much at a time may have room left at 100 %."),
          new Chart("cost-reads", "reads", "Read requests", "Requests to read per second."),
          new Chart("cost-writes", "writes", "Write requests", "Requests to write per second."),
          new Chart("cost-read", "read_kb", "Read", "MB read per second."),
          new Chart("cost-written", "written_kb", "Written", "MB written per second."),
          new Chart("cost-received", "received_kb", "Received", "MB from the network per second."),
          new Chart("cost-sent", "sent_kb", "Sent", "MB to the network per second."));

  private CostBlocks() {}

  /** Which charts have something to draw. */
  static Set<String> counted(RunFiles files) {
    return CHARTS.stream()
        .filter(chart -> files.costs().values().stream().anyMatch(cost -> known(cost, chart)))
        .map(Chart::id)
        .collect(Collectors.toSet());
  }

  private static boolean known(Columns cost, Chart chart) {
    return Arrays.stream(cost.column(chart.column())).anyMatch(Double::isFinite);
  }

  static List<Page.Block> of(RunFiles files) {
    List<Page.Block> blocks =
        figures(
            counted(files),
            "A line for each source that counts it: the server itself; the kernel, of its process,"
                + " container or disk.");
    blocks.add(Page.sheet(sheet(files)));
    return blocks;
  }

  static List<Page.Block> ofSeveral(Set<String> counted) {
    return figures(
        counted,
        "Of each run by one source: the kernel, of the server's process or container, where that is"
            + " known, else the server itself.");
  }

  private static List<Page.Block> figures(Set<String> counted, String note) {
    List<Page.Block> blocks = new ArrayList<>();
    for (Chart chart : CHARTS) {
      if (counted.contains(chart.id())) {
        blocks.add(Page.figure(chart.id(), chart.title(), chart.note() + " " + note, "", null));
      }
    }
    return blocks;
  }

  private static Sheet sheet(RunFiles files) {
    Sheet sheet =
        new Sheet("cost", "Cost of an operation")
            .words("source", "of a")
            .numbers("reads", "writes", "kB read", "kB written", "CPU µs", "kB received", "kB sent")
            .numbers("disk ms")
            .numbers("bytes written for each of the rows'")
            .words("who counted")
            .note(("A kB has 1000 bytes. " + stored(files) + notes(files)).strip())
            .orElse("No source says what this run cost.");
    for (Map.Entry<String, JsonNode> source : files.json().at("/cost/sources").properties()) {
      row(sheet, source.getKey(), "statement", source.getValue(), "perStatement");
      row(sheet, source.getKey(), "transaction", source.getValue(), "perTransaction");
    }
    return sheet;
  }

  private static void row(Sheet sheet, String name, String of, JsonNode source, String share) {
    JsonNode per = source.path(share);
    sheet.row(
        name,
        of,
        figure(per, "reads"),
        figure(per, "writes"),
        figure(per, "readKb"),
        figure(per, "writtenKb"),
        figure(per, "cpuMicroseconds"),
        figure(per, "receivedKb"),
        figure(per, "sentKb"),
        figure(per, "diskBusyMilliseconds"),
        figure(source, "writeAmplification"),
        source.path("what").asString(""));
  }

  private static String figure(JsonNode node, String name) {
    return Sheet.decimal("%,.3f", node.path(name).asDouble(Double.NaN));
  }

  private static String stored(RunFiles files) {
    double bytes = files.number("/cost/storedBytesPerRow");
    double times = files.number("/cost/spaceAmplification");
    return Double.isNaN(bytes) || Double.isNaN(times)
        ? ""
        : Sheet.decimal("%,.1f", bytes)
            + " bytes are stored for a row, "
            + Sheet.decimal("%,.2f", times)
            + " for each byte of the rows' values. ";
  }

  private static String notes(RunFiles files) {
    List<String> notes = new ArrayList<>();
    files.json().at("/cost/notes").forEach(note -> notes.add(note.asString("")));
    return String.join(" ", notes);
  }
}
