package io.stallmark.transfer.file;

import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where an export writes: a file, or a directory with a file for each range of keys.
 *
 * @param table name of the table, with which the names of the files begin
 */
public record ExportTarget(Path path, boolean isDirectory, String table, FileFormat format)
    implements FileTarget {

  /** What {@link #part} returns. */
  static final Pattern PART = Pattern.compile("[.]\\d{4}-of-(?<count>\\d{4})(?=[.])");

  /**
   * @param given path of a file, or of a directory: one that exists, or ends in a slash
   * @param format word of the format, or {@code auto}
   * @param otherwise format of files in a directory with {@code auto}
   * @throws RefusedException if the format is not known
   */
  public static ExportTarget of(String given, String format, String table, FileFormat otherwise) {
    Path path = Path.of(given);
    boolean directory = given.endsWith("/") || Files.isDirectory(path);
    boolean unnamed = directory && format.equals(FileName.AUTO);
    FileFormat chosen = unnamed ? otherwise : FileName.format(given, format);
    return new ExportTarget(path, directory, table, chosen);
  }

  /**
   * Refuses to overwrite anything, and creates the directory.
   *
   * @throws BadInput that names the file
   */
  public void open() throws BadInput {
    try {
      if (!isDirectory && Files.exists(path)) {
        throw new BadInput(path + " exists already: choose another file, or remove it");
      } else if (isDirectory) {
        Files.createDirectories(path);
        try (Stream<Path> content = Files.list(path)) {
          Optional<Path> other =
              content
                  .filter(file -> String.valueOf(file.getFileName()).startsWith(table + "."))
                  .findFirst();
          if (other.isPresent()) {
            throw new BadInput(
                other.get() + " exists already: choose another directory, or remove it");
          }
        }
      }
    } catch (IOException e) {
      throw BadInput.of(path, e);
    }
  }

  @Override
  public Path file(long range, long ranges) {
    return isDirectory
        ? path.resolve(table + part(range + 1, ranges) + "." + Setting.word(format))
        : path;
  }

  /** Part of a name that shows whether other files are missing; numbered from 1. */
  static String part(long number, long count) {
    return Text.format(".%04d-of-%04d", number, count);
  }
}
