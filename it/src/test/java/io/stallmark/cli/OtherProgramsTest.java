package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of sysbench and pgbench, which lead to those of this program. */
final class OtherProgramsTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prepare                                     | did you mean load?",
        "cleanup                                     | did you mean drop?",
        "oltp_read_write run                         | did you mean run sysbench -p mix=read_write?",
        "oltp_read_write --tables=4 run              | run sysbench -p mix=read_write -p tables=4?",
        "oltp_read_only --table_size=9 run           | run sysbench -p mix=read_only -p rows=9?",
        "run oltp_read_write --tables=4              | sysbench -p mix=read_write? No option '--tables': did you mean -p tables=…?",
        "run sysbench --name oltp_read_write --what   | stallmark: No option '--what'",
        "pgbench                                     | did you mean run pgbench?",
        "run oltp_read_write                         | did you mean sysbench -p mix=read_write?",
        "run sysbench --db-ps-mode=disable           | did you mean --protocol?",
        "run sysbench --mysql-host=h --table-size=10 | did you mean --url? No option '--table-size'"
      })
  void word_leadsToThatOfThisProgram(String words, String message) {
    assertThat(new Calls(directory).run(words.split(" ")).err()).contains(message);
  }
}
