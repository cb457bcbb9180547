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
import org.junit.jupiter.api.io.TempDir;

/**
 * What tests need whose database is in this JVM, in a file of the test's directory. A scheme is
 * {@code h2:file:} or {@code sqlite:}.
 */
public abstract class FileDatabaseTest {

  protected static final String H2 = "h2:file:";

  @TempDir protected Path directory;

  protected static String at(String scheme, Path directory) {
    return scheme + directory.resolve("bank");
  }

  protected final String at(String scheme) {
    return at(scheme, directory);
  }

  protected final String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  /** Executes statements without the program. Returns the first column of the last one's rows. */
  protected final List<String> execute(String scheme, String... statements) throws SQLException {
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
    return call(directory, scheme, words);
  }

  protected static Calls.Result call(Path directory, String scheme, List<String> words) {
    List<String> line = new ArrayList<>(words);
    line.addAll(2, List.of("--url", at(scheme, directory)));
    if (!scheme.equals(H2)) {
      return new Calls(directory).run(line.toArray(String[]::new));
    }
    // it closes a database with its last connection, which takes long for a large one
    try (Connection open = DriverManager.getConnection("jdbc:" + line.get(3))) {
      assertThat(open.isClosed()).isFalse();
      return new Calls(directory).run(line.toArray(String[]::new));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the words of a line, and more words. */
  protected static List<String> words(String line, String... more) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.addAll(List.of(more));
    return words;
  }
}
