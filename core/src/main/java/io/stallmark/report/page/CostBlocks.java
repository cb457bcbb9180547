package io.stallmark.report.page;

import io.stallmark.report.read.Columns;
import io.stallmark.report.read.RunFiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a run cost, on its page: curves over its time, and a table of what an operation cost. */
final class CostBlocks {

  /**
   * @param column of cost.csv or size.csv that it draws
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
          new Chart(
              "cost-amplification",
              "write_amplification",
              "Write amplification",
              "Bytes written for each byte of the values of rows that were inserted or changed in"
                  + " the same time; what a server writes later counts later."),
          new Chart("cost-received", "received_kb", "Received", "MB from the network per second."),
          new Chart("cost-sent", "sent_kb", "Sent", "MB to the network per second."));

  private static final String ABOUT =
      " About: how many rows there are is the server's statistic, which InnoDB and MyRocks estimate.";

  private static final List<Chart> STORED =
      List.of(
          new Chart(
              "size-row",
              "stored_bytes_per_row",
              "Stored bytes per row",
              "Bytes on disk for each row, those of indexes and holes among them." + ABOUT),
          new Chart(
              "size-amplification",
              "space_amplification",
              "Space amplification",
              "Bytes on disk for each byte of the rows' values." + ABOUT));

  private CostBlocks() {}

  /** Which charts have something to draw. */
  static Set<String> counted(RunFiles files) {
    Stream<Chart> cost =
        CHARTS.stream()
            .filter(chart -> files.costs().values().stream().anyMatch(each -> known(each, chart)));
    Stream<Chart> stored = STORED.stream().filter(chart -> known(files.sizes(), chart));
    return Stream.concat(cost, stored).map(Chart::id).collect(Collectors.toSet());
  }

  /** Of what is stored. */
  static List<Page.Block> stored(Set<String> counted) {
    return figures(STORED, counted, "");
  }

  private static boolean known(Columns cost, Chart chart) {
    return Arrays.stream(cost.column(chart.column())).anyMatch(Double::isFinite);
  }

  static List<Page.Block> of(RunFiles files) {
    List<Page.Block> blocks =
        figures(
            CHARTS,
            counted(files),
            "A line for each source that counts it: the server itself; the kernel, of its process,"
                + " container or disk.");
    blocks.add(Page.sheet(sheet(files)));
    return blocks;
  }

  static List<Page.Block> ofSeveral(Set<String> counted) {
    return figures(
        CHARTS,
        counted,
        "Of each run by one source: the kernel, of the server's process or container, where that is"
            + " known, else the server itself.");
  }

  private static List<Page.Block> figures(List<Chart> charts, Set<String> counted, String note) {
    List<Page.Block> blocks = new ArrayList<>();
    for (Chart chart : charts) {
      if (counted.contains(chart.id())) {
        String words = (chart.note() + " " + note).strip();
        blocks.add(Page.figure(chart.id(), chart.title(), words, "", null));
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
            .numbers("write amplification")
            .words("who counted")
            .note(
                ("A kB has 1000 bytes; write amplification is bytes written for each byte of the values"
                        + " of rows that were inserted or changed. "
                        + stored(files)
                        + notes(files))
                    .strip())
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
        : "About "
            + Sheet.decimal("%,.1f", bytes)
            + " bytes are stored for a row; space amplification is about "
            + Sheet.decimal("%,.2f", times)
            + ", bytes stored for each byte of the rows' values. ";
  }

  private static String notes(RunFiles files) {
    List<String> notes = new ArrayList<>();
    files.json().at("/cost/notes").forEach(note -> notes.add(note.asString("")));
    return String.join(" ", notes);
  }
}
