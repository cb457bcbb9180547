package io.stallmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Formats lines for a terminal, within its width where possible, and tables for Markdown. */
public final class TextLines {

  /** System property with the columns of the terminal. */
  private static final String COLUMNS = "stallmark.columns";

  /** Columns of help and lists: those of the terminal, at least 80, and 80 in a file. */
  public static final int PAGE = Math.max(80, Integer.getInteger(COLUMNS, 80));

  /** Columns of other lines; in a file, a line has no end. */
  public static final int WIDTH =
      Integer.getInteger(COLUMNS) == null && !Terminal.isTerminal(Terminal.STANDARD_OUTPUT)
          ? Integer.MAX_VALUE
          : PAGE;

  private TextLines() {}

  /** Cuts a text to a width. */
  public static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "…";
  }

  /** Wraps a text to as many lines as it needs, each with the text's indentation. */
  public static List<String> wrapped(String text) {
    return wrapped(text, text.length() - text.stripLeading().length());
  }

  /** Wraps a line of a table, with its further lines below a column. */
  public static List<String> wrapped(String line, int column) {
    return within(WIDTH, line, column);
  }

  /**
   * Wraps a line within a width, not before a percent sign. A single word may be longer.
   *
   * @param column where further lines begin
   */
  public static List<String> within(int width, String line, int column) {
    List<String> lines = new ArrayList<>();
    StringBuilder part = new StringBuilder(line.substring(0, column));
    for (String word : line.substring(column).stripLeading().split(" (?!%)")) {
      if (part.length() > column && part.length() + 1 + word.length() > width) {
        lines.add(part.toString());
        part = new StringBuilder(" ".repeat(column));
      }
      part.append(part.length() == column ? "" : " ").append(word);
    }
    lines.add(part.toString());
    return lines;
  }

  /**
   * Returns an indented line for each row, with columns as wide as their cells, and two spaces
   * between them; one if only that makes it fit a terminal.
   *
   * @param rows rows with equal numbers of cells
   * @param words columns that are aligned to the left; the others have figures
   */
  public static List<String> table(List<List<String>> rows, Set<Integer> words) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    int cells = IntStream.of(widths).sum();
    boolean narrow = cells + 2 * columns > WIDTH && cells + columns + 1 <= WIDTH;
    String between = narrow ? " " : "  ";
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String gap = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "  " : between)
            .append(words.contains(i) ? row.get(i) + gap : gap + row.get(i));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** Returns a table in Markdown; the first row is the header, the first column has words. */
  public static List<String> markdown(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> cells = row.stream().map(cell -> cell.strip().replace("|", "\\|")).toList();
      lines.add("| " + String.join(" | ", cells) + " |");
      if (lines.size() == 1) {
        lines.add("|---" + "|--:".repeat(row.size() - 1) + "|");
      }
    }
    return lines;
  }

  /** Returns {@code stallmark} with arguments, quoted where a shell would change them. */
  public static String command(List<String> arguments) {
    StringBuilder line = new StringBuilder("stallmark");
    for (String word : arguments) {
      boolean plain = word.matches("[A-Za-z0-9_@%+=:,./-]+");
      line.append(' ').append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return line.toString();
  }
}
