package io.stallmark.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the template reads. All texts are plain; the template escapes them.
 *
 * @param state of a run: running, completed, failed, interrupted; empty for several runs
 * @param reason a sentence; may be empty
 * @param warnings of the run, whole sentences
 * @param notes about the files, whole sentences
 */
public record Page(
    String title,
    String subtitle,
    String state,
    String reason,
    List<Card> cards,
    List<String> warnings,
    List<String> notes,
    List<Block> blocks) {

  private static final int FIRST = 8;

  /** Of many runs there may be many: no page begins with a wall of them. */
  List<String> firstWarnings() {
    return warnings.subList(0, Math.min(FIRST, warnings.size()));
  }

  List<String> otherWarnings() {
    return warnings.subList(firstWarnings().size(), warnings.size());
  }

  /** A headline figure; its unit is in its name. */
  public record Card(String name, String value, String remark) {}

  /** A figure or a table. */
  public record Block(@Nullable Figure figure, @Nullable Sheet sheet) {}

  /**
   * A chart.
   *
   * @param id by which the script knows what to draw
   * @param empty the sentence that stands for it when there is nothing to draw
   * @param details the same as a table
   */
  public record Figure(
      String id, String title, String note, String empty, @Nullable Sheet details) {}

  /** A chart. */
  public static Block figure(
      String id, String title, String note, String empty, @Nullable Sheet details) {
    return new Block(new Figure(id, title, note, empty, details), null);
  }

  /** A table. */
  public static Block sheet(Sheet sheet) {
    return new Block(null, sheet);
  }

  /** Of several runs, or none. */
  static Page of(ReportPage.Heading heading, List<Block> blocks) {
    return new Page(
        heading.title(), heading.about(), "", "", List.of(), heading.warnings(), List.of(), blocks);
  }
}
