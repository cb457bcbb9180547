package io.stallmark.it.servers.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.it.Program;
import io.stallmark.it.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An export and an import go on too, where they are possible. */
abstract class LostConnectionOfFilesContract extends LostConnectionContract {

  private static final Pattern CHECKSUM = Pattern.compile("Checksum of the \\w+ rows: (.*)");

  /** Creates an empty table with the columns of another one. */
  abstract void create(String table, String like) throws Exception;

  /** Format of the files that have every value of this database. */
  abstract String format();

  @Thorough // a load loses its connection in the test above
  @Test
  void exportAndImport_goOn_andEveryRowIsThereOnce() throws Exception {
    String[] rows = {"ycsb", "-p", "records=" + ROWS, "-p", "fields=2"};
    well(start("load", rows));
    Path files = Files.createDirectory(directory.resolve("files"));
    Path file = files.resolve("rows." + format());
    Program.Running export = start("export", "--table", "usertable", "--file", file.toString());
    export.until(() -> !isEmpty(files));
    cut();
    String exported = checksum(well(export));

    create("copy", "usertable");
    Program.Running imported =
        start("import", "--table", "copy", "--file", file.toString(), "--batch", "100");
    imported.until(() -> rows("copy") >= 1_000);
    cut();
    assertThat(checksum(well(imported))).isEqualTo(exported);
    assertThat(rows("copy")).isEqualTo(ROWS);
  }

  private static boolean isEmpty(Path files) throws Exception {
    try (Stream<Path> content = Files.list(files)) {
      return content.findAny().isEmpty();
    }
  }

  private static String checksum(Program.Result result) {
    Matcher line = CHECKSUM.matcher(result.out() + result.err());
    assertThat(line.find()).as(result.out() + result.err()).isTrue();
    return line.group(1);
  }
}
