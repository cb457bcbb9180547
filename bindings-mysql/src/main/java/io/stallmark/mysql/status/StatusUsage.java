package io.stallmark.mysql.status;

import io.stallmark.jdbc.SqlDialect;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import io.stallmark.text.Text;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes that a server's storage engines count, all engines together. No status variable
 * that all servers have contains CPU time. MySQL's performance_schema counts all files of the
 * server and of InnoDB. MariaDB's is off by default and omits InnoDB's log, but includes TokuDB's
 * files.
 */
public final class StatusUsage implements SqlDialect.UsageCounters {

  private static final Map<Resource, List<String>> COMMON = StatusNames.usage("common");
  private static final Map<Resource, List<String>> OF_TOKUDB = StatusNames.usage("tokudb");
  private static final Map<Resource, List<String>> OF_INNODB = StatusNames.usage("innodb");
  private static final Map<Resource, List<String>> OF_FILES = StatusNames.usage("files");
  private static final Map<Resource, List<String>> OF_TOKUDBS_FILES =
      StatusNames.usage("tokudb_files");

  /** Columns of the sums over files. */
  private static final Map<Resource, String> SUMS =
      Map.of(
          Resource.READS, "COUNT_READ",
          Resource.WRITES, "COUNT_WRITE",
          Resource.READ_BYTES, "SUM_NUMBER_OF_BYTES_READ",
          Resource.WRITTEN_BYTES, "SUM_NUMBER_OF_BYTES_WRITE");

  private static final String BLOCK_BYTES = "innodb_log_write_ahead_size";

  /** A variable that only MariaDB has. */
  private static final String OF_MARIADB = "Aria_pagecache_reads";

  /**
   * A variable of MySQL, and of MariaDB versions whose Innodb_data_writes includes writes of the
   * log.
   */
  private static final String OF_COMMON_WRITES = "Innodb_os_log_fsyncs";

  /**
   * A variable of MySQL since 8.0.30, where Innodb_data_written no longer includes the doublewrite
   * buffer. The doublewrite requests are still included.
   */
  private static final String OF_APART_DOUBLEWRITE = "Innodb_redo_log_checkpoint_lsn";

  private static final String DOUBLEWRITTEN_PAGES = "Innodb_dblwr_pages_written";
  private static final String PAGE_BYTES = "Innodb_page_size";
  private static final String LOG_BYTES = "Innodb_os_log_written";
  private static final String LOG_WRITES = "Innodb_log_writes";

  /** Query for the sums over all files whose instrument name matches the pattern. */
  private static String files(Map<Resource, List<String>> names, String like) {
    return names.entrySet().stream()
        .map(
            name ->
                Text.format(
                    "SELECT '%s', SUM(%s) FROM performance_schema.file_summary_by_event_name"
                        + " WHERE EVENT_NAME LIKE '%s'",
                    name.getValue().get(0), SUMS.get(name.getKey()), like))
        .collect(Collectors.joining(" UNION ALL "));
  }

  /**
   * Queries for the counters. The first reads the status; some servers or users cannot run the
   * others.
   */
  @Override
  public List<String> queries() {
    return List.of(
        "SHOW GLOBAL STATUS WHERE "
            + StatusNames.isOneOf(
                Stream.concat(
                        Stream.of(COMMON, OF_TOKUDB, OF_INNODB)
                            .flatMap(names -> names.values().stream())
                            .flatMap(List::stream),
                        Stream.of(
                            OF_MARIADB,
                            OF_COMMON_WRITES,
                            OF_APART_DOUBLEWRITE,
                            DOUBLEWRITTEN_PAGES,
                            PAGE_BYTES,
                            LOG_BYTES,
                            LOG_WRITES))
                    .toList()),
        "SELECT '" + BLOCK_BYTES + "', @@GLOBAL." + BLOCK_BYTES,
        files(OF_FILES, "%"),
        files(OF_TOKUDBS_FILES, "wait/io/file/fti/%"));
  }

  /**
   * @param counters results of {@link #queries}, by name
   */
  @Override
  public Usage usage(Map<String, Long> counters) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    add(COMMON, counters, counts);
    if (countsFiles(counters)) {
      add(OF_FILES, counters, counts);
    } else {
      add(countsTokuDbsFiles(counters) ? OF_TOKUDBS_FILES : OF_TOKUDB, counters, counts);
      add(OF_INNODB, counters, counts);
      if (counters.containsKey(OF_MARIADB)) {
        log(counters, counts);
      } else if (counters.containsKey(OF_APART_DOUBLEWRITE)) {
        doublewrite(counters, counts);
      }
    }
    return new Usage(counts);
  }

  /** Describes for the user how the usage was counted and what it omits. */
  @Override
  public String about(Map<String, Long> counters) {
    List<String> about = new ArrayList<>();
    if (countsFiles(counters)) {
      about.add("all files, from performance_schema");
    } else if (counters.containsKey(OF_MARIADB)) {
      about.add("by its status");
    } else {
      about.add(
          "from SHOW GLOBAL STATUS, without zero-filling, temporary files and requests to the"
              + " binary log; grant SELECT on performance_schema to count them");
    }
    if (counters.getOrDefault("Rocksdb_wal_bytes", 0L) > 0) {
      about.add(
          "MyRocks: reads after decompression; flushes and compactions when they end, without"
              + " requests");
    }
    if (counters.getOrDefault("Tokudb_logger_writes_bytes", 0L) > 0 && !countsFiles(counters)) {
      about.add(
          countsTokuDbsFiles(counters)
              ? "TokuDB's files from performance_schema"
              : "TokuDB: without writes of index builds, a third of a bulk load, and without reads"
                  + " of headers; set performance_schema=ON and grant SELECT on it to count them");
    }
    return String.join("; ", about);
  }

  /**
   * Whether performance_schema counts all files. If so, it has counted at least as many bytes as
   * InnoDB's status. It has fewer if its instruments are off or its sums were reset.
   */
  private static boolean countsFiles(Map<String, Long> counters) {
    Long written = written(OF_FILES, counters);
    return !counters.containsKey(OF_MARIADB)
        && written != null
        && written >= counters.getOrDefault("Innodb_data_written", Long.MAX_VALUE);
  }

  /** The same check for TokuDB, whose own counters omit bulk loads. */
  private static boolean countsTokuDbsFiles(Map<String, Long> counters) {
    Long own = written(OF_TOKUDB, counters);
    Long written = written(OF_TOKUDBS_FILES, counters);
    return own != null && written != null && written >= own;
  }

  /** Bytes written; null if they are not counted. */
  private static @Nullable Long written(
      Map<Resource, List<String>> names, Map<String, Long> counters) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    add(names, counters, counts);
    return counts.get(Resource.WRITTEN_BYTES);
  }

  private static void add(
      Map<Resource, List<String>> names, Map<String, Long> counters, Map<Resource, Long> counts) {
    names.forEach(
        (resource, some) ->
            some.stream()
                .filter(counters::containsKey)
                .mapToLong(counters::get)
                .reduce(Long::sum)
                .ifPresent(count -> counts.merge(resource, count, Long::sum)));
  }

  /**
   * Adds writes of MariaDB's InnoDB log; in MySQL the other counters already include them. Since
   * MariaDB 10.8 the requests are counted separately too, and the log is written in whole blocks.
   * Each write starts in the block in which the previous one ended. It is therefore one block
   * larger than its log bytes, on average.
   */
  private static void log(Map<String, Long> status, Map<Resource, Long> counts) {
    long bytes = status.getOrDefault(LOG_BYTES, 0L);
    if (!status.containsKey(OF_COMMON_WRITES)) {
      long writes = status.getOrDefault(LOG_WRITES, 0L);
      bytes += writes * status.getOrDefault(BLOCK_BYTES, 0L);
      counts.merge(Resource.WRITES, writes, Long::sum);
    }
    counts.merge(Resource.WRITTEN_BYTES, bytes, Long::sum);
  }

  private static void doublewrite(Map<String, Long> status, Map<Resource, Long> counts) {
    long pages = status.getOrDefault(DOUBLEWRITTEN_PAGES, 0L);
    counts.merge(Resource.WRITTEN_BYTES, pages * status.getOrDefault(PAGE_BYTES, 0L), Long::sum);
  }
}
