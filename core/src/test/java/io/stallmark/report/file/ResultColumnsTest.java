package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.report.table.FigureTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page about results explains every column of the files. */
final class ResultColumnsTest {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  static Stream<FigureTable<?>> tables() {
    return Stream.of(
        RunTables.intervals(List.of(), List.of()),
        RunTables.AGENTS,
        RunTables.STALLS,
        RunTables.DIPS,
        RunTables.TRUST,
        RunTables.COST,
        RunTables.SIZES);
  }

  /** A name of the page can leave out a part: {@code service_…_ms}. */
  @ParameterizedTest
  @MethodSource("tables")
  void everyColumn_isOnThePage(FigureTable<?> table) throws Exception {
    String page = Files.readString(Path.of("..", "docs", "results.md"));
    List<Pattern> names =
        CODE.matcher(page)
            .results()
            .map(code -> Pattern.compile("\\Q" + code.group(1).replace("…", "\\E.*\\Q") + "\\E"))
            .toList();
    assertThat(table.head().strip().split(","))
        .allSatisfy(column -> assertThat(names).anyMatch(name -> name.matcher(column).matches()));
  }
}
