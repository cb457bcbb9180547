package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tests need whose database is in this JVM, in a file of the test's directory. A scheme is
 * {@code h2:file:} or {@code sqlite:}.
 */
public abstract class FileDatabaseTest {

  protected static final String H2 = "h2:file:";

  @TempDir protected Path directory;
  private @Nullable Connection open;

  protected static String at(String scheme, Path directory) {
    return scheme + directory.resolve("bank");
  }

  protected final String at(String scheme) {
    return at(scheme, directory);
  }

  protected final String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  /** H2 closes a database with its last connection, which takes long for a large one. */
  private void keepOpen(String scheme) throws SQLException {
    if (scheme.equals(H2) && open == null) {
      open = DriverManager.getConnection("jdbc:" + at(H2));
    }
  }

  @AfterEach
  final void shutDown() throws SQLException {
    if (open != null) {
      try (Connection last = open;
          Statement statement = last.createStatement()) {
        statement.execute("SHUTDOWN IMMEDIATELY");
      }
    }
  }

  /** Executes statements without the program. Returns the first column of the last one's rows. */
  protected final List<String> execute(String scheme, String... statements) throws SQLException {
    keepOpen(scheme);
    try (Connection connection = DriverManager.getConnection("jdbc:" + at(scheme));
        Statement statement = connection.createStatement()) {
      List<String> found = new ArrayList<>();
      for (String each : statements) {
        found.clear();
        if (statement.execute(each)) {
          ResultSet rows = statement.getResultSet();
          while (rows.next()) {
            found.add(rows.getString(1));
          }
        }
      }
      return found;
    }
  }

  /**
   * Calls the program.
   *
   * @param words the first two, a command and a workload, come before {@code --url}
   */
  protected final Calls.Result call(String scheme, List<String> words) {
    try {
      keepOpen(scheme);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return call(directory, scheme, words);
  }

  private static Calls.Result call(Path directory, String scheme, List<String> words) {
    List<String> line = new ArrayList<>(words);
    line.addAll(2, List.of("--url", at(scheme, directory)));
    return new Calls(directory).run(line.toArray(String[]::new));
  }

  /** Calls the program in another directory, on H2, which stays open until the end. */
  protected static Calls.Result callOpen(Path directory, List<String> words) throws SQLException {
    try (Connection open = DriverManager.getConnection("jdbc:" + at(H2, directory))) {
      Calls.Result result = call(directory, H2, words);
      assertThat(open.isClosed()).isFalse();
      return result;
    }
  }

  /** Returns the words of a line, and more words. */
  protected static List<String> words(String line, String... more) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.addAll(List.of(more));
    return words;
  }
}
