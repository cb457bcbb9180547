package io.stallmark.report.file;

import io.stallmark.report.FigureFormat;
import io.stallmark.report.table.FigureTable;
import io.stallmark.result.Percentile;
import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.ReplayResult.ReplyFigures;
import io.stallmark.spi.replay.ReplayResult.Statement;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/** Writes {@code replay.csv} and {@code differences.jsonl} of a replay. */
final class ReplayFiles {

  static final String DIFFERENCES = "differences.jsonl";

  private static final JsonMapper MAPPER = new JsonMapper();

  /** File {@code replay.csv}: a row for every fingerprint. */
  static final FigureTable<Statement> STATEMENTS = statements();

  private ReplayFiles() {}

  private static FigureTable<Statement> statements() {
    FigureTable<Statement> table =
        new FigureTable<Statement>("replay.csv")
            .column("command", Statement::command)
            .column("fingerprint", Statement::fingerprint)
            .column("count", Statement::count)
            .column("same", Statement::same);
    for (DifferenceKind kind : DifferenceKind.values()) {
      table.column(kind.name().toLowerCase(Locale.ROOT), row -> row.different(kind));
    }
    return table
        .times("recorded_", Percentile.ALL, Statement::recorded)
        .times("service_", Percentile.ALL, Statement::service)
        .times("response_", Percentile.ALL, Statement::response);
  }

  /**
   * Writes both files.
   *
   * @param redaction applied to the server's messages
   */
  static void write(Path directory, ReplayResult replay, UnaryOperator<String> redaction)
      throws IOException {
    write(directory.resolve(STATEMENTS.name()), STATEMENTS.content(replay.statements()));
    StringBuilder lines = new StringBuilder();
    for (Difference difference : replay.differences()) {
      lines.append(MAPPER.writeValueAsString(line(difference, redaction))).append('\n');
    }
    write(directory.resolve(DIFFERENCES), lines.toString());
  }

  private static void write(Path file, String content) throws IOException {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw FileTrouble.unwritten(file, e);
    }
  }

  private static Map<String, Object> line(Difference difference, UnaryOperator<String> redaction) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", difference.kind().name().toLowerCase(Locale.ROOT));
    line.put("command", difference.command());
    line.put("fingerprint", difference.fingerprint());
    line.put("session", difference.session());
    line.put("sequence", difference.sequence());
    line.put("timeSeconds", difference.time() / FigureFormat.SECOND);
    line.put("recorded", figures(difference.recorded()));
    line.put("replayed", figures(difference.replayed()));
    line.put("message", redaction.apply(difference.message()));
    return line;
  }

  private static Map<String, Object> figures(ReplyFigures reply) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("errorCode", reply.errorCode());
    figures.put("rows", reply.rows());
    figures.put("affected", reply.affected());
    figures.put("hash", Long.toHexString(reply.hash()));
    return figures;
  }
}
