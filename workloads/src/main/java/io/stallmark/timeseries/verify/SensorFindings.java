package io.stallmark.timeseries.verify;

import java.util.ArrayList;
import java.util.List;

/** What was found of one sensor. Not thread-safe. */
final class SensorFindings {

  final long sensor;
  long rows;
  long checksum;
  private long missing;
  private long firstMissing;
  private long surplus;
  private long firstSurplus;
  private long wrong;
  private long firstWrong;

  SensorFindings(long sensor) {
    this.sensor = sensor;
  }

  /** So many moments from this one on have no row. */
  void missing(long ts, long count) {
    firstMissing = missing == 0 ? ts : firstMissing;
    missing += count;
  }

  /** A row of a moment that had one already, or of one before all. */
  void surplus(long ts) {
    firstSurplus = surplus == 0 ? ts : firstSurplus;
    surplus++;
  }

  /** A row that holds something else than it should. */
  void wrong(long ts) {
    firstWrong = wrong == 0 ? ts : firstWrong;
    wrong++;
  }

  /** A sentence each; empty: all is right. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    say(words, missing, firstMissing, "a gap: %d rows are missing, the first of ts %d");
    say(words, surplus, firstSurplus, "duplicates: %d rows too many, the first of ts %d");
    say(words, wrong, firstWrong, "another checksum: %d rows are wrong, the first of ts %d");
    return words;
  }

  private void say(List<String> words, long count, long ts, String text) {
    if (count > 0) {
      words.add("Sensor " + sensor + " has " + text.formatted(count, ts) + ".");
    }
  }
}
