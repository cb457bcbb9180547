package io.stallmark.it.servers.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.cli.Calls;
import io.stallmark.it.Docker;
import io.stallmark.it.Server;
import io.stallmark.it.Thorough;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A complete run, by the server's log of statements: each is of the workload, or listed by {@code
 * explain --overhead}.
 */
@Docker
final class OverheadIT {

  private static final String SETTINGS = "sysbench -p tables=2 -p rows=100";

  /** Statements that {@code explain} does not print: bounds of a transaction, batches of a load. */
  private static final Pattern UNEXPLAINED_SQL =
      Pattern.compile("(BEGIN|COMMIT|INSERT INTO sbtest[12] .*)", Pattern.DOTALL);

  /** A statement of the user bench in PostgreSQL's log; tabs begin its further lines. */
  private static final Pattern POSTGRESQL_LINE =
      Pattern.compile("(?m)^\\[bench\\] LOG:  (?:statement|execute [^:]*): (.*(?:\\n\\t.*)*)$");

  /** A name and its value, of the outermost level of a command. */
  private static final Pattern MEMBER = Pattern.compile("\"?(\\w+)\"?: (\"[^\"]*\"|[^,]+)");

  @TempDir Path directory;

  @Test
  void everyStatementOnMySql_isExplained() throws Exception {
    try (Server server = Server.mysql9("--general-log=ON", "--log-output=TABLE")) {
      try (Connection root = server.root();
          Statement sql = root.createStatement()) {
        sql.execute("TRUNCATE mysql.general_log"); // what the container was waited for with
      }
      run(server);
      Set<String> sent = generalLog(server);
      assertThat(sent).hasSizeGreaterThan(20).anyMatch(text -> text.startsWith("ANALYZE TABLE"));
      assertThat(unexplainedSql(sent, "mysql:")).isEmpty();
    }
  }

  @Thorough
  @Test
  void everyStatementOnPostgreSql_isExplained() throws Exception {
    try (Server server =
        Server.postgresql("-c", "log_statement=all", "-c", "log_line_prefix=[%u] ")) {
      run(server);
      Set<String> sent =
          POSTGRESQL_LINE
              .matcher(server.container().getLogs())
              .results()
              .map(line -> line.group(1).replace("\n\t", "\n").strip())
              .map(text -> text.isEmpty() ? ";" : text) // as the log shows an empty statement
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(sent).hasSizeGreaterThan(20).anyMatch(text -> text.startsWith("ANALYZE"));
      assertThat(unexplainedSql(sent, "postgresql:")).isEmpty();
    }
  }

  @Thorough
  @Test
  void everyCommandOnMongoDb_isExplained() throws Exception {
    try (Server server = Server.mongoReplicaSet("--slowms", "-1")) {
      run(server);
      List<Document> sent =
          server
              .container()
              .getLogs()
              .lines()
              .filter(line -> line.contains("\"Slow query\""))
              .map(line -> Document.parse(line).get("attr", Document.class))
              .filter(attributes -> "stallmark".equals(attributes.get("appName")))
              .filter(attributes -> "command".equals(attributes.get("type"))) // not its parts
              .map(attributes -> attributes.get("command", Document.class))
              .toList();
      assertThat(sent).hasSizeGreaterThan(20).anyMatch(command -> command.containsKey("fsync"));
      List<Map<String, Pattern>> known =
          explained("mongodb:").stream().map(OverheadIT::members).toList();
      Stream<Document> unexplained =
          sent.stream().filter(command -> known.stream().noneMatch(line -> matches(command, line)));
      assertThat(unexplained.map(OverheadIT::name).distinct()).containsExactly("commitTransaction");
    }
  }

  /** Whether a command has the name, the collection and the plain values of a line. */
  private static boolean matches(Document command, Map<String, Pattern> line) {
    return name(command).equals(name(line))
        && line.entrySet().stream()
            .allMatch(
                member ->
                    member
                        .getValue()
                        .matcher(String.valueOf(command.get(member.getKey())))
                        .matches());
  }

  private static String name(Map<String, ?> command) {
    return command.keySet().iterator().next();
  }

  /** The names and plain values of a line of {@code explain}, without documents in it. */
  private static Map<String, Pattern> members(String line) {
    String outermost = line.substring(1, line.lastIndexOf('}'));
    for (String before = ""; !before.equals(outermost); ) {
      before = outermost;
      outermost = outermost.replaceAll("\\{[^{}]*\\}|\\[[^\\[\\]]*\\]", "…");
    }
    Map<String, Pattern> members = new LinkedHashMap<>();
    Matcher member = MEMBER.matcher(outermost);
    while (member.find()) {
      String value = member.group(2).replace("\"", "");
      boolean number = value.matches("\\d+");
      members.put(member.group(1), number ? Pattern.compile(value) : pattern(value));
    }
    return members;
  }

  private void run(Server server) {
    List<String> run = new ArrayList<>(List.of("run"));
    run.addAll(List.of(SETTINGS.split(" ")));
    run.addAll(List.of("--url", server.url(), "--seconds", "2", "--threads", "1"));
    new Calls(directory, Map.of("STALLMARK_PASSWORD", server.password()))
        .run(run.toArray(String[]::new))
        .well();
  }

  /** The lines of {@code explain} and {@code explain --overhead}. */
  private List<String> explained(String url) {
    List<String> lines = new ArrayList<>();
    for (List<String> option : List.of(List.<String>of(), List.of("--overhead"))) {
      List<String> arguments = new ArrayList<>(List.of("explain"));
      arguments.addAll(List.of(SETTINGS.split(" ")));
      arguments.addAll(List.of("--url", url));
      arguments.addAll(option);
      Calls.Result result = new Calls(directory).run(arguments.toArray(String[]::new)).well();
      result
          .out()
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("--"))
          .map(line -> line.replaceFirst(" {2}-- .*", ""))
          .forEach(lines::add);
    }
    return lines;
  }

  private List<String> unexplainedSql(Set<String> sent, String url) {
    List<Pattern> known =
        new ArrayList<>(explained(url).stream().map(OverheadIT::pattern).toList());
    known.add(UNEXPLAINED_SQL);
    return sent.stream()
        .filter(text -> known.stream().noneMatch(line -> line.matcher(text).matches()))
        .toList();
  }

  /** A pattern for a line of {@code explain}: … and placeholders stand for anything. */
  private static Pattern pattern(String line) {
    String text = line.replaceAll("[0-9]+", "…");
    return Pattern.compile(
        Stream.of(text.split("[…?]", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
        Pattern.DOTALL);
  }

  /** Statements of the run's user. */
  private static Set<String> generalLog(Server server) throws Exception {
    Set<String> texts = new TreeSet<>();
    try (Connection root = server.root();
        Statement sql = root.createStatement();
        ResultSet rows =
            sql.executeQuery(
                "SELECT DISTINCT CONVERT(argument USING utf8mb4) FROM mysql.general_log"
                    + " WHERE command_type IN ('Query', 'Prepare') AND user_host LIKE '%bench%'")) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
