package io.stallmark.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Text;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Names and small files of a trace's directory. Files appear under their names when complete. */
record TraceFiles(Path directory) {

  static final String DOCUMENT = "trace.json";

  private static final String UNFINISHED = ".tmp";
  private static final Pattern SEGMENT = Pattern.compile("(\\d{6,9})\\.(trc\\.zst|idx)");

  /** Maximum size of a JSON file, bytes. */
  private static final int LARGEST = 4 * 1024 * 1024;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.ALWAYS))
          .build();

  /**
   * Creates the directory, readable by its owner only.
   *
   * @throws TraceException if it exists and is not an empty directory
   */
  static TraceFiles create(Path directory) throws IOException {
    TraceFiles files = new TraceFiles(directory);
    if (Files.exists(directory)) {
      files.requireEmpty();
    } else {
      Files.createDirectories(directory.toAbsolutePath());
    }
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
    return files;
  }

  private void requireEmpty() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw TraceException.unusable(directory + " is not a directory");
    }
    try (DirectoryStream<Path> content = Files.newDirectoryStream(directory)) {
      if (content.iterator().hasNext()) {
        throw TraceException.unusable(directory + " is not empty");
      }
    }
  }

  static String segment(int number) {
    return Text.format("%06d.trc.zst", number);
  }

  static String index(int number) {
    return Text.format("%06d.idx", number);
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  /** Returns the path of a file as long as it is being written. */
  Path unfinished(String name) {
    return directory.resolve(name + UNFINISHED);
  }

  /** Gives a file that is complete and on disk its name. */
  void finish(String name) throws IOException {
    Files.move(unfinished(name), path(name), StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    } catch (IOException e) {
      // some systems cannot open a directory: the new name may then get lost in a power failure
    }
  }

  void write(String name, Object content) throws IOException {
    try (FileOutputStream out = new FileOutputStream(unfinished(name).toFile())) {
      ((OutputStream) out).write(MAPPER.writeValueAsBytes(content));
      out.write('\n');
      out.getFD().sync();
    }
    finish(name);
  }

  /** Reads {@code trace.json}. */
  TraceDocument document() throws TraceException {
    Path file = path(DOCUMENT);
    if (!Files.isRegularFile(file)) {
      throw TraceException.unusable(directory + " is not a trace: it has no " + DOCUMENT);
    }
    JsonNode json = read(DOCUMENT, JsonNode.class);
    if (!(json instanceof ObjectNode) || !json.path("version").isIntegralNumber()) {
      throw TraceException.damaged(file + " is not what Stallmark writes: it has no version");
    }
    JsonNode version = json.path("version");
    if (version.asLong() != TraceDocument.VERSION) {
      throw TraceException.unusable(
          Text.format(
              "%s has version %s, but this Stallmark reads version %d",
              file, version, TraceDocument.VERSION));
    }
    return read(DOCUMENT, TraceDocument.class);
  }

  SegmentIndex index(String name) throws TraceException {
    return read(name, SegmentIndex.class);
  }

  private <T> T read(String name, Class<T> type) throws TraceException {
    Path file = path(name);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(LARGEST + 1);
      if (content.length > LARGEST) {
        throw TraceException.damaged(file + " is damaged: it is too large");
      }
      return MAPPER.readValue(content, type);
    } catch (JacksonException e) {
      String line = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw TraceException.damaged(file + " is damaged: it is not what Stallmark writes" + line);
    } catch (NoSuchFileException e) {
      throw TraceException.damaged(file + " is missing");
    } catch (TraceException e) {
      throw e;
    } catch (IOException e) {
      throw TraceException.unusable(file + " cannot be read: " + FileTrouble.reason(e));
    }
  }

  /** Returns the numbers of all segments of which a file exists. */
  SortedSet<Integer> numbers() throws TraceException {
    SortedSet<Integer> numbers = new TreeSet<>();
    try (DirectoryStream<Path> content = Files.newDirectoryStream(directory)) {
      for (Path file : content) {
        Matcher name = SEGMENT.matcher(file.getFileName().toString());
        if (name.matches()) {
          numbers.add(Integer.valueOf(name.group(1)));
        }
      }
    } catch (IOException e) {
      throw TraceException.unusable(directory + " cannot be read: " + FileTrouble.reason(e));
    }
    return numbers;
  }
}
