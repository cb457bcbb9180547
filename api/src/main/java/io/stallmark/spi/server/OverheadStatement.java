package io.stallmark.spi.server;

import io.stallmark.text.TextResource;
import java.util.List;
import java.util.Locale;

/**
 * A statement that is sent outside the operations of a workload.
 *
 * @param storage the storage engine to whose tables it applies; empty: any
 * @param text the statement in the database's own language; … replaces names and values
 */
public record OverheadStatement(Occasion occasion, String storage, String text) {

  private static final String RESOURCE = "overhead.txt";

  /** When a statement is sent, in the order of a run. */
  public enum Occasion {
    CONNECTION("on each new connection"),
    OPENING("once, when the database is opened"),
    TABLE("for each table, before a load or run"),
    LOAD("around a load"),
    BEFORE("before the measurement"),
    SECOND("every second of a run"),
    SIZE("before and after a run, for the sizes of the tables"),
    AFTER("after the measurement"),
    SETTLING("between the steps of insertbench, to settle the server");

    private final String words;

    Occasion(String words) {
      this.words = words;
    }

    /** Returns the occasion for the user. */
    public String description() {
      return words;
    }
  }

  /**
   * Reads the resource {@code overhead.txt}, with lines {@code OCCASION | storage | text}. Empty
   * lines and lines that begin with # are ignored. Without the resource the list is empty.
   *
   * @param owner class in whose package the resource is
   */
  public static List<OverheadStatement> of(Class<?> owner) {
    if (owner.getResource(RESOURCE) == null) {
      return List.of();
    }
    return TextResource.whole(owner, RESOURCE)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(OverheadStatement::parse)
        .toList();
  }

  private static OverheadStatement parse(String line) {
    String[] parts = line.split("\\|", 3);
    return new OverheadStatement(
        Occasion.valueOf(parts[0].strip().toUpperCase(Locale.ROOT)),
        parts[1].strip(),
        parts[2].strip());
  }
}
