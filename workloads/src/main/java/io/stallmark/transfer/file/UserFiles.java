package io.stallmark.transfer.file;

import io.stallmark.spi.workload.Setting;
import io.stallmark.text.RefusedException;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Files of the user's to import.
 *
 * @param names paths as given
 */
public record UserFiles(List<String> names, FileFormat format) implements DocumentSource {

  /** End of the names of files that mongodump writes in addition to those with documents. */
  private static final String METADATA = ".metadata.json";

  public UserFiles {
    names = List.copyOf(names);
  }

  /**
   * Finds the files.
   *
   * @param given files and directories, separated by commas. Of a directory, all files are taken
   *     whose names have the format, in the order of their names.
   * @param format word of the format, or {@code auto}
   * @throws RefusedException if a file does not exist, is given twice, or its format is not known
   *     or not that of the others
   */
  public static UserFiles find(String given, String format) {
    List<String> names = new ArrayList<>();
    for (String each : given.split(",", -1)) {
      add(each.strip(), format, names);
    }
    if (names.isEmpty()) {
      throw new RefusedException("There are no files to import in " + given);
    }
    FileFormat common = FileName.format(names.get(0), format);
    for (String name : names) {
      FileFormat own = FileName.format(name, format);
      if (own != common) {
        throw new RefusedException(
            "%s has the format %s, and %s has %s: import them one after the other",
            names.get(0), Setting.word(common), name, Setting.word(own));
      }
    }
    return new UserFiles(names, common);
  }

  private static void add(String given, String format, List<String> to) {
    Path path = Path.of(given);
    List<String> found = Files.isDirectory(path) ? content(path, format) : List.of(given);
    for (String name : found) {
      if (!Files.exists(Path.of(name))) {
        throw new RefusedException(name + " does not exist");
      } else if (!Files.isReadable(Path.of(name))) {
        throw new RefusedException(name + ": permission denied");
      } else if (to.stream().anyMatch(other -> isSame(other, name))) {
        throw new RefusedException(name + " is given twice");
      }
      to.add(name);
    }
  }

  private static boolean isSame(String one, String other) {
    try {
      return Files.isSameFile(Path.of(one), Path.of(other));
    } catch (IOException e) {
      throw unread(Path.of(other), e);
    }
  }

  private static RefusedException unread(Path path, IOException e) {
    return new RefusedException(BadInput.of(path, e).getMessage(), e);
  }

  private static boolean isWanted(Optional<FileFormat> own, String format) {
    return own.isPresent() && (format.equals(FileName.AUTO) || own.get() == FileFormat.of(format));
  }

  /** Refuses a directory in which files of a divided export are missing. */
  private static List<String> complete(List<String> names) {
    for (String name : names) {
      Matcher part = ExportTarget.PART.matcher(name);
      int count = part.find() ? Integer.parseInt(part.group("count")) : 0;
      for (int i = 1; i <= count; i++) {
        String other = part.replaceFirst(ExportTarget.part(i, count));
        if (!names.contains(other)) {
          throw new RefusedException(
              other + " does not exist: the export into this directory is not complete");
        }
      }
    }
    return names;
  }

  private static List<String> content(Path directory, String format) {
    try (Stream<Path> content = Files.list(directory)) {
      return complete(
          content
              .filter(Files::isRegularFile)
              .map(Path::toString)
              .filter(name -> !name.endsWith(METADATA))
              .filter(name -> isWanted(FileName.of(name).format(), format))
              .sorted()
              .toList());
    } catch (IOException e) {
      throw unread(directory, e);
    }
  }

  @Override
  public InputStream input(String name) throws IOException {
    return FileName.of(name).decompressed(Files.newInputStream(Path.of(name)));
  }

  @Override
  public FileFormat format() {
    return format;
  }

  /** True for lines, because editors and scripts omit the last line feed. */
  @Override
  public boolean mayEndOpen() {
    return format.hasLines();
  }
}
