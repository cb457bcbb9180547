package io.stallmark.report.file;

import io.stallmark.result.Percentile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reader of the complete lines of a run's CSV file, of which the first has the names. */
public final class CsvLines {

  /** Maximum number of lines: two days of intervals of 100 ms. */
  private static final int MOST = 2_000_000;

  private CsvLines() {}

  /** Receives a row, which has as many fields as there are names. */
  interface Sink {
    void row(List<String> names, String[] fields);
  }

  /**
   * Reads a file; reads nothing if it is missing.
   *
   * @return number of lines left out: incomplete, or with another number of fields
   * @throws IOException if the file is damaged, with a line for the user
   */
  static int read(Path file, Sink sink) throws IOException {
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    int leftOut = WholeLines.torn(file) ? 1 : 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(WholeLines.open(file), StandardCharsets.UTF_8.newDecoder()))) {
      String head = lines.readLine();
      List<String> names = head == null ? List.of() : names(head);
      int count = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (++count > MOST) {
          throw new IOException(file + " has more than " + MOST + " lines: it is damaged");
        }
        String[] fields = fields(line);
        if (fields.length == names.size()) {
          sink.row(names, fields);
        } else {
          leftOut++;
        }
      }
    } catch (CharacterCodingException e) {
      throw new IOException(file + " is not text: it is damaged", e);
    }
    return leftOut;
  }

  /** Returns the names of the columns. Older files have another name of one percentile. */
  private static List<String> names(String head) {
    return Arrays.stream(fields(head))
        .map(name -> name.replace("_p999_ms", Percentile.P99_9.column("_")))
        .toList();
  }

  /** Splits a line; quoted fields may contain commas, as the writer quotes them. */
  private static String[] fields(String line) {
    if (line.indexOf('"') < 0) {
      return line.split(",", -1);
    }
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char next = line.charAt(i);
      boolean doubled = quoted && next == '"' && line.startsWith("\"\"", i);
      if (doubled) {
        field.append(next);
        i++;
      } else if (next == '"') {
        quoted = !quoted;
      } else if (next == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(next);
      }
    }
    fields.add(field.toString());
    return fields.toArray(String[]::new);
  }

  /** Returns the rows of a file with texts; empty if it is missing. */
  public static List<Map<String, String>> rows(Path file) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    read(
        file,
        (names, fields) -> {
          Map<String, String> row = new LinkedHashMap<>();
          for (int i = 0; i < fields.length; i++) {
            row.put(names.get(i), fields[i]);
          }
          rows.add(row);
        });
    return rows;
  }
}
