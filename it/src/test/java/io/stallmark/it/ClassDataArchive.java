package io.stallmark.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The classes of a runnable jar as a JVM has them once they are loaded (class data sharing, JEP
 * 310). A start is mostly the loading of classes, and the tests start the jars hundreds of times.
 */
final class ClassDataArchive {

  private static final Map<Path, List<String>> OPTIONS = new ConcurrentHashMap<>();

  private ClassDataArchive() {}

  /** With which options a JVM starts the jar with them; none where it cannot be done. */
  static List<String> options(Path jar) {
    return OPTIONS.computeIfAbsent(
        jar,
        key -> {
          try {
            return make(key);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** One for all that test at the same time, and until the jar is another. */
  private static List<String> make(Path jar) throws IOException {
    Path own = Path.of(System.getProperty("java.home"), "lib", "classlist");
    if (!Files.exists(own)) {
      return List.of(); // a JDK that has none of its own either
    }
    Path archive = Files.createDirectories(Path.of("target")).resolve(jar.getFileName() + ".jsa");
    try (FileChannel lock =
        FileChannel.open(
            archive.resolveSibling(archive.getFileName() + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock(); // until it is closed
      if (!Files.exists(archive)
          || Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) <= 0) {
        dump(jar, own, archive);
      }
    }
    return List.of("-XX:SharedArchiveFile=" + archive.toAbsolutePath());
  }

  private static void dump(Path jar, Path own, Path archive) throws IOException {
    Path classes = archive.resolveSibling(archive.getFileName() + ".classes");
    try (Stream<String> ofJdk = Files.lines(own);
        ZipFile zip = new ZipFile(jar.toFile())) {
      Stream<String> ofJar =
          zip.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(".class"))
              .filter(name -> !name.startsWith("META-INF/") && !name.contains("module-info"))
              .map(name -> name.substring(0, name.length() - ".class".length()));
      Files.write(classes, Stream.concat(ofJdk, ofJar).collect(Collectors.toList()));
    }
    Path whole = archive.resolveSibling(archive.getFileName() + ".part");
    Path log = archive.resolveSibling(archive.getFileName() + ".log");
    Process dump =
        new ProcessBuilder(
                Program.JAVA,
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + classes,
                "-XX:SharedArchiveFile=" + whole,
                "-cp",
                jar.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (dump.waitFor() != 0) {
        throw new IOException("no archive of " + jar + ": see " + log.toAbsolutePath());
      }
    } catch (InterruptedException e) {
      dump.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    Files.move(whole, archive, StandardCopyOption.REPLACE_EXISTING);
  }
}
