package io.stallmark.mysql.embedded;

import io.stallmark.jdbc.connect.ServerUrl;
import io.stallmark.text.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Options of the embedded server from its URL.
 *
 * @param bufferPool size of InnoDB's buffer pool in the server's notation: {@code 512M}
 * @param durability durability of a commit: full, os or none
 * @param directory parent of the server's private directory
 */
public record EmbeddedUrl(String bufferPool, String durability, Path directory) {

  public static final String PREFIX = "embedded:mysql";

  private static final Pattern SIZE = Pattern.compile("[1-9][0-9]{0,11}[KMG]?");

  /**
   * What a commit waits for, at the index that is the value of innodb_flush_log_at_trx_commit:
   * nothing; the disk, as by default in the family; the operating system, which writes to disk once
   * per second.
   */
  private static final List<String> DURABILITIES = List.of("none", "full", "os");

  /**
   * @throws RefusedException with a message for the user
   */
  public static EmbeddedUrl parse(String url) {
    String rest = url.substring(PREFIX.length());
    if (!rest.isEmpty() && !rest.startsWith("?")) {
      throw new RefusedException(
          "The URL of the embedded server is %s or %s?buffer_pool=1G&durability=os",
          PREFIX, PREFIX);
    }
    Map<String, String> options = ServerUrl.params(rest.isEmpty() ? null : rest.substring(1));
    String pool = options.getOrDefault("buffer_pool", "512M").toUpperCase(Locale.ROOT);
    String durability = options.getOrDefault("durability", "full").toLowerCase(Locale.ROOT);
    String directory = options.getOrDefault("dir", System.getProperty("java.io.tmpdir"));
    for (String name : options.keySet()) {
      if (!name.matches("buffer_pool|durability|dir")) {
        throw new RefusedException(
            "The embedded server has the options buffer_pool, durability and dir, not " + name);
      }
    }
    if (!SIZE.matcher(pool).matches()) {
      throw new RefusedException(
          "buffer_pool is a size such as 256M or 2G, not " + options.get("buffer_pool"));
    }
    if (!DURABILITIES.contains(durability)) {
      throw new RefusedException("durability is full, os or none, not " + durability);
    }
    return new EmbeddedUrl(pool, durability, Path.of(directory).toAbsolutePath());
  }

  int flushLogAtCommit() {
    return DURABILITIES.indexOf(durability);
  }

  /** Size of the buffer pool in bytes; approximate for sizes beyond 2^53. */
  double bufferPoolBytes() {
    int power =
        switch (bufferPool.charAt(bufferPool.length() - 1)) {
          case 'K' -> 10;
          case 'M' -> 20;
          case 'G' -> 30;
          default -> 0;
        };
    int end = power == 0 ? bufferPool.length() : bufferPool.length() - 1;
    return Math.scalb(Double.parseDouble(bufferPool.substring(0, end)), power);
  }
}
