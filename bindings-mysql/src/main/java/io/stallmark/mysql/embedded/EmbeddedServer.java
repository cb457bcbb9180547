package io.stallmark.mysql.embedded;

import io.stallmark.jdbc.connect.ConnectionSource;
import io.stallmark.jdbc.connect.DriverConnector;
import io.stallmark.jdbc.connect.ServerLogin;
import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.mysql.connect.MySqlDrivers;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Target;
import io.stallmark.text.RefusedException;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A MariaDB server that never outlives this process. A shell script, the keeper, starts the server
 * and then reads from a pipe to this process. When this process ends, even by {@code kill -9}, the
 * pipe closes. The keeper then kills the server and removes its files. The files are discarded, so
 * the server needs no orderly shutdown.
 *
 * <p>The server listens only on a Unix socket, in a directory that only this user can access. Its
 * account therefore has no password.
 */
public final class EmbeddedServer implements ConnectionSource {

  /**
   * Largest buffer pool in bytes with chunks of 1 MiB. Each chunk is a separate allocation: a pool
   * of terabytes would take about a minute to allocate.
   */
  private static final double MOST_IN_FINE_STEPS = 4.0 * (1L << 30);

  /**
   * Script of the keeper. Arguments: private directory, empty data directory to copy, server
   * command.
   */
  private static final String KEEPER =
      """
      dir=$1; empty=$2; shift 2
      # Ctrl-C reaches the whole group; the run decides when the server goes.
      trap '' HUP INT QUIT TERM
      if command -v setsid >/dev/null; then set -- setsid "$@"; fi
      if cp -R "$empty" "$dir/data"; then
        "$@" </dev/null 2>&1 &
        server=$!
        exec >&- 2>&-  # so that the other end sees the server's own end
        read -r nothing
        kill -KILL "$server"
        wait "$server"
      fi
      rm -rf "$dir"
      """;

  private static final String USER = "stallmark";
  private static final String INIT = "init.sql";
  private static final long START_SECONDS = 60;
  private static final long POLL_MILLIS = 20;

  /** Connections for other clients, such as monitoring. */
  private static final int SPARE_CONNECTIONS = 20;

  /** Maximum length of the directory: a socket path may have 103 bytes on macOS, 107 on Linux. */
  private static final int MAX_DIRECTORY = 100;

  private final EmbeddedUrl url;
  private final Path dir;
  private final Process keeper;
  private final ServerLog log;
  private final DriverConnector connector;

  private EmbeddedServer(
      EmbeddedUrl url, Path dir, Process keeper, ServerLog log, DriverConnector connector) {
    this.url = url;
    this.dir = dir;
    this.keeper = keeper;
    this.log = log;
    this.connector = connector;
  }

  /** Starts a server and waits until it accepts connections. */
  public static EmbeddedServer start(EmbeddedUrl url, Target target) throws DbException {
    ServerTree tree = ServerTree.get(ServerTree.userCache());
    Path dir = privateDirectory(url);
    EmbeddedServer server = started(tree, dir, url, target);
    server.awaitAnswer();
    return server;
  }

  /**
   * Starts the keeper. It removes the directory at its end; if it does not start, this method does.
   */
  private static EmbeddedServer started(ServerTree tree, Path dir, EmbeddedUrl url, Target target)
      throws DbException {
    boolean kept = false;
    try {
      Path socket = dir.resolve("s");
      ServerUrl here =
          new ServerUrl("mariadb", "", USER, null, "localhost", USER, Map.of(), socket.toString());
      DriverConnector connector =
          DriverConnector.of(here, MySqlDrivers.ALL, withoutPassword(target));
      Process keeper = keep(tree, dir, command(tree, dir, url, target));
      kept = true;
      return new EmbeddedServer(url, dir, keeper, ServerLog.follow(keeper), connector);
    } finally {
      if (!kept) {
        discard(dir);
      }
    }
  }

  private static void discard(Path dir) {
    try {
      Files.deleteIfExists(dir.resolve(INIT));
      Files.deleteIfExists(dir);
    } catch (IOException e) {
      // The original failure is reported instead.
    }
  }

  private static Path privateDirectory(EmbeddedUrl url) {
    try {
      Path dir = Files.createTempDirectory(url.directory(), "stallmark-mariadb-");
      if (dir.toString().length() > MAX_DIRECTORY) {
        Files.delete(dir);
        throw new RefusedException(
            "The path " + url.directory() + " is too long for a Unix socket; give a shorter ?dir=");
      }
      return dir;
    } catch (IOException e) {
      throw new RefusedException(
          Text.format(
              "Cannot create a directory for the embedded server in %s: %s",
              url.directory(), reason(url.directory(), e)),
          e);
    }
  }

  /** Reason of a failure, because Java's message is often only the path. */
  private static String reason(Path in, IOException e) {
    return !Files.isDirectory(in)
        ? "no such directory"
        : Files.isWritable(in) ? String.valueOf(e.getMessage()) : "permission denied";
  }

  private static List<String> command(ServerTree tree, Path dir, EmbeddedUrl url, Target target) {
    List<String> command = new ArrayList<>();
    command.add(tree.server().toString());
    command.add("--no-defaults");
    command.add("--basedir=" + tree.base());
    command.add("--datadir=" + dir.resolve("data"));
    command.add("--tmpdir=" + dir);
    command.add("--socket=" + dir.resolve("s"));
    command.add("--pid-file=" + dir.resolve("pid"));
    command.add("--init-file=" + dir.resolve(INIT));
    command.add("--skip-networking");
    // Otherwise each start generates an RSA key, which takes seconds of CPU time.
    command.add("--skip-ssl");
    command.add("--innodb-buffer-pool-size=" + url.bufferPool());
    if (url.bufferPoolBytes() <= MOST_IN_FINE_STEPS) {
      // Granularity in which --cache can shrink the pool; the default is 1/64 of its size.
      command.add("--innodb-buffer-pool-chunk-size=1M");
    }
    command.add("--innodb-flush-log-at-trx-commit=" + url.flushLogAtCommit());
    // Twice the sessions' connections, as a reserve.
    command.add("--max-connections=" + (target.connections() + SPARE_CONNECTIONS));
    command.addAll(ServerTree.asRoot());
    return command;
  }

  private static Process keep(ServerTree tree, Path dir, List<String> command) throws DbException {
    try {
      Files.writeString(
          dir.resolve(INIT),
          Text.format(
              """
          CREATE DATABASE %1$s;
          CREATE USER %1$s@localhost;
          GRANT ALL ON *.* TO %1$s@localhost;
          """,
              USER));
      List<String> all = new ArrayList<>(List.of("sh", "-c", KEEPER, "stallmark-keeper"));
      all.add(dir.toString());
      all.add(tree.emptyData().toString());
      all.addAll(command);
      ProcessBuilder builder =
          new ProcessBuilder(all).directory(dir.toFile()).redirectErrorStream(true);
      builder.environment().keySet().retainAll(Set.of("PATH", "HOME", "LANG", "TZ"));
      return builder.start();
    } catch (IOException e) {
      throw new DbException(
          Kind.REFUSED, "embedded", "The embedded server cannot be started: " + e, e);
    }
  }

  /** Target without the password from the environment: the embedded server's account has none. */
  private static Target withoutPassword(Target target) {
    return new Target(
        target.url(), null, target.driver(), target.tls(), target.connections(), target.protocol());
  }

  private void awaitAnswer() throws DbException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    boolean answered = false;
    try {
      while (!answered) {
        try {
          connector.connect().close();
          answered = true;
        } catch (SQLException e) {
          if (log.ended() || System.nanoTime() > deadline) {
            throw new DbException(
                Kind.REFUSED, "embedded", "The embedded server does not start: " + log.why(), e);
          }
          Thread.sleep(POLL_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DbException(Kind.FATAL, "embedded", "Interrupted at the server's start", e);
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  @Override
  public Connection connect() throws SQLException {
    return connector.connect();
  }

  @Override
  public Connection connectForTransactions() throws SQLException {
    return connector.connectForTransactions();
  }

  @Override
  public String where() {
    return "the embedded server";
  }

  @Override
  public Optional<ServerLogin> serverLogin() {
    return connector.serverLogin();
  }

  @Override
  public void facts(Map<String, String> values, List<String> warnings) {
    values.put("connection", "embedded server, Unix socket");
    values.put("durability", url.durability());
    values.put("data", dir + " (" + fileSystem() + ")");
    if (fileSystem().equals("tmpfs")) {
      warnings.add(
          "The embedded server's data is on tmpfs, in memory: a commit does not wait for a disk."
              + " Give another directory with ?dir=.");
    }
  }

  private String fileSystem() {
    try {
      return Files.getFileStore(dir).type();
    } catch (IOException e) {
      return "unknown file system";
    }
  }

  /** Stops the server and waits until its files are removed. */
  @Override
  public void close() {
    try {
      keeper.getOutputStream().close();
      keeper.waitFor();
    } catch (IOException e) {
      keeper.destroyForcibly(); // the pipe cannot be closed; killing the keeper is the last resort
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the keeper continues without this process
    }
  }
}
