package io.stallmark.transfer.generated;

import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.file.DocumentSource;
import io.stallmark.transfer.file.FileName;
import io.stallmark.transfer.file.FileTarget;
import io.stallmark.transfer.file.OutputFile;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A directory of files with one manifest. Thread-safe. */
public final class FileDirectory implements DocumentSource, FileTarget {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private final Path path;
  private final FileLayout layout;
  private @Nullable Manifest manifest;

  public FileDirectory(Path path, FileLayout layout) {
    this.path = path;
    this.layout = layout;
  }

  public FileLayout layout() {
    return layout;
  }

  public Path path() {
    return path;
  }

  /**
   * Reads the manifest, and creates the directory if it does not exist.
   *
   * @return whether all files are there
   * @throws BadInput if the directory contains anything else
   */
  public synchronized boolean open() throws BadInput {
    try {
      if (Files.exists(path.resolve(Manifest.NAME))) {
        Manifest found =
            MAPPER.readValue(Files.readAllBytes(path.resolve(Manifest.NAME)), Manifest.class);
        if (!found.settings().equals(layout.settings())) {
          throw new BadInput(
              "%s has files with %s, and this run needs %s: choose another -p file",
              path, found.settings(), layout.settings());
        }
        manifest = found;
        return found.complete();
      }
      Files.createDirectories(path);
      try (Stream<Path> content = Files.list(path)) {
        if (content.anyMatch(each -> !each.toString().endsWith(OutputFile.UNFINISHED))) {
          throw new BadInput(
              path + " has files but no " + Manifest.NAME + ": choose another -p file");
        }
      }
      manifest = new Manifest(layout.settings(), false, List.of());
      return false;
    } catch (JacksonException | NumberFormatException e) {
      throw new BadInput(path.resolve(Manifest.NAME) + " is not a manifest of this program");
    } catch (IOException e) {
      throw BadInput.of(path, e);
    }
  }

  private Manifest opened() {
    return Objects.requireNonNull(manifest, "open");
  }

  @Override
  public synchronized List<String> names() {
    return opened().files().stream().map(Manifest.Entry::name).toList();
  }

  /** Checksum of all documents, from the manifest. */
  public synchronized ContentSum content() {
    return opened().content();
  }

  /**
   * Checks that every file has the size that the manifest states.
   *
   * @throws BadInput that names the first file that does not
   */
  public void checkSizes() throws BadInput {
    for (Manifest.Entry entry : entries()) {
      Path file = path.resolve(entry.name());
      try {
        long size = Files.size(file);
        if (size < entry.bytes()) {
          throw new BadInput(
              "%s is truncated: it ends at offset %d, and %s states %d bytes",
              file, size, Manifest.NAME, entry.bytes());
        } else if (size > entry.bytes()) {
          throw new BadInput(
              "%s has %d bytes, and %s states %d", file, size, Manifest.NAME, entry.bytes());
        }
      } catch (NoSuchFileException e) {
        throw new BadInput(file + ", which " + Manifest.NAME + " names, does not exist");
      } catch (IOException e) {
        throw BadInput.of(file, e);
      }
    }
  }

  private synchronized List<Manifest.Entry> entries() {
    return opened().files();
  }

  @Override
  public FileFormat format() {
    return layout.format();
  }

  /** Whether a file is complete. */
  synchronized boolean has(String name) {
    try {
      Manifest.Entry entry = opened().entry(name).orElse(null);
      return entry != null && Files.size(path.resolve(name)) == entry.bytes();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public InputStream input(String name) throws IOException {
    return FileName.of(name).decompressed(Files.newInputStream(path.resolve(name)));
  }

  @Override
  public Path file(long range, long ranges) {
    return path.resolve(layout.name(range + 1));
  }

  /** True: a run that was killed is repeated. */
  @Override
  public boolean replaces() {
    return true;
  }

  /** Adds a file to the manifest. */
  @Override
  public synchronized void add(Path file, long contentBytes, ContentSum content)
      throws IOException {
    String name = String.valueOf(file.getFileName());
    store(opened().with(Manifest.Entry.of(name, Files.size(file), contentBytes, content)));
  }

  /** Marks the directory as complete. */
  @Override
  public synchronized void complete() throws BadInput {
    try {
      store(opened().completed());
    } catch (IOException e) {
      throw BadInput.of(path, e);
    }
  }

  private void store(Manifest next) throws IOException {
    Path unfinished = path.resolve(Manifest.NAME + OutputFile.UNFINISHED);
    Files.write(unfinished, MAPPER.writeValueAsBytes(next));
    Files.move(unfinished, path.resolve(Manifest.NAME), StandardCopyOption.ATOMIC_MOVE);
    manifest = next;
  }

  /** Deletes the files of an earlier run with the same settings. */
  public synchronized void empty() throws BadInput {
    try {
      Files.deleteIfExists(path.resolve(Manifest.NAME)); // first: without it, the rest is nothing
      for (Manifest.Entry entry : opened().files()) {
        Files.deleteIfExists(path.resolve(entry.name()));
      }
      manifest = new Manifest(layout.settings(), false, List.of());
    } catch (IOException e) {
      throw BadInput.of(path, e);
    }
  }

  /** Deletes the directory with all that this class has written. */
  public void delete() {
    if (!Files.isDirectory(path)) {
      return;
    }
    try (Stream<Path> content = Files.list(path)) {
      for (Path each : content.toList()) {
        Files.deleteIfExists(each);
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // a temporary directory: the system deletes it
    }
  }
}
