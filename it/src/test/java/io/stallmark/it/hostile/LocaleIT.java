package io.stallmark.it.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Docker;
import io.stallmark.it.Program;
import io.stallmark.it.Server;
import io.stallmark.it.SharedServer;
import io.stallmark.it.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Locales of users: results and messages are the same in all of them. */
@Docker
final class LocaleIT {

  @TempDir private Path directory;

  @Test
  void arabicDigits_areInNoResult() throws IOException {
    run("ar", "EG");
  }

  @Thorough
  @ParameterizedTest
  @CsvSource({"tr, TR", "th, TH", "hi, IN", "fa, IR"})
  void otherLocales_areInNoResult(String language, String country) throws IOException {
    run(language, country);
  }

  private void run(String language, String country) throws IOException {
    Server server = SharedServer.MYSQL.emptied();
    String locale =
        "-Duser.language=" + language + " -Duser.country=" + country + " -Duser.extensions=nu-arab";
    Program program =
        new Program(
            directory,
            Map.of("STALLMARK_PASSWORD", server.password(), "JAVA_TOOL_OPTIONS", locale));
    Program.Result result =
        program
            .run(
                Program.words(
                    "run sysbench -p rows=1000 --seconds 2 --verify --verbose",
                    "--url",
                    server.url()))
            .well();
    assertLatinDigits("the terminal", result.out() + result.err());
    try (Stream<Path> files = Files.walk(directory.resolve("results"))) {
      List<Path> written = files.filter(Files::isRegularFile).toList();
      assertThat(written).hasSizeGreaterThan(5);
      for (Path file : written) {
        assertLatinDigits(
            file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
  }

  private static void assertLatinDigits(String where, String text) {
    assertThat(text.codePoints().filter(c -> Character.isDigit(c) && c > '9').count())
        .as(where)
        .isZero();
  }
}
