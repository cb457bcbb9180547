package io.stallmark.mysql.status;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
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
public final class StatusUsage {

  private static final List<String> TOKU_FETCHES =
      List.of(
          "Tokudb_pivots_fetched_for_query",
          "Tokudb_pivots_fetched_for_prefetch",
          "Tokudb_pivots_fetched_for_write",
          "Tokudb_basements_fetched_target_query",
          "Tokudb_basements_fetched_prelocked_range",
          "Tokudb_basements_fetched_prefetch",
          "Tokudb_basements_fetched_for_write",
          "Tokudb_buffers_fetched_target_query",
          "Tokudb_buffers_fetched_prelocked_range",
          "Tokudb_buffers_fetched_prefetch",
          "Tokudb_buffers_fetched_for_write");

  private static final List<String> TOKU_FLUSHES =
      List.of(
          "Tokudb_leaf_nodes_flushed_not_checkpoint",
          "Tokudb_nonleaf_nodes_flushed_to_disk_not_checkpoint",
          "Tokudb_leaf_nodes_flushed_checkpoint",
          "Tokudb_nonleaf_nodes_flushed_to_disk_checkpoint",
          "Tokudb_logger_writes");

  /**
   * Variables of MyRocks and of the network. A miss in the block cache counts as a read; the bytes
   * read are counted after decompression. Only writes of the write-ahead log are counted as
   * requests. Rocksdb_write_self counts one write per commit group, that of its leader.
   * Rocksdb_write_wal would count all members of the group.
   */
  private static final Map<Resource, List<String>> NAMES =
      Map.of(
          Resource.READS,
          List.of("Rocksdb_block_cache_miss"),
          Resource.WRITES,
          List.of("Rocksdb_write_self"),
          Resource.READ_BYTES,
          List.of(
              "Rocksdb_block_cache_data_bytes_insert",
              "Rocksdb_block_cache_index_bytes_insert",
              "Rocksdb_block_cache_filter_bytes_insert",
              "Rocksdb_compact_read_bytes"),
          Resource.WRITTEN_BYTES,
          List.of("Rocksdb_wal_bytes", "Rocksdb_flush_write_bytes", "Rocksdb_compact_write_bytes"),
          Resource.RECEIVED_BYTES,
          List.of("Bytes_received"),
          Resource.SENT_BYTES,
          List.of("Bytes_sent"));

  private static final Map<Resource, List<String>> OF_TOKUDB =
      Map.of(
          Resource.READS,
          TOKU_FETCHES,
          Resource.WRITES,
          TOKU_FLUSHES,
          Resource.READ_BYTES,
          bytes(TOKU_FETCHES),
          Resource.WRITTEN_BYTES,
          bytes(TOKU_FLUSHES));

  private static final Map<Resource, List<String>> OF_INNODB =
      Map.of(
          Resource.READS, List.of("Innodb_data_reads"),
          Resource.WRITES, List.of("Innodb_data_writes"),
          Resource.READ_BYTES, List.of("Innodb_data_read"),
          Resource.WRITTEN_BYTES, List.of("Innodb_data_written", "Binlog_bytes_written"));

  private static final Map<String, String> SUMS =
      Map.of(
          "reads", "COUNT_READ",
          "writes", "COUNT_WRITE",
          "read_bytes", "SUM_NUMBER_OF_BYTES_READ",
          "written_bytes", "SUM_NUMBER_OF_BYTES_WRITE");

  /** Prefix of the sums that {@link #files} selects; no status variable begins with it. */
  private static final String ALL_FILES = "stallmark_file_";

  private static final String TOKUDBS_FILES = "stallmark_tokudb_file_";
  private static final Map<Resource, List<String>> OF_FILES = sums(ALL_FILES);
  private static final Map<Resource, List<String>> OF_TOKUDBS_FILES = sums(TOKUDBS_FILES);

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

  private StatusUsage() {}

  private static Map<Resource, List<String>> sums(String prefix) {
    return Map.of(
        Resource.READS, List.of(prefix + "reads"),
        Resource.WRITES, List.of(prefix + "writes"),
        Resource.READ_BYTES, List.of(prefix + "read_bytes"),
        Resource.WRITTEN_BYTES, List.of(prefix + "written_bytes"));
  }

  /** Query for the sums over all files whose instrument name matches the pattern. */
  private static String files(String prefix, String like) {
    return SUMS.entrySet().stream()
        .map(
            sum ->
                "SELECT '%s%s', SUM(%s) FROM performance_schema.%s WHERE EVENT_NAME LIKE '%s'"
                    .formatted(
                        prefix, sum.getKey(), sum.getValue(), "file_summary_by_event_name", like))
        .collect(Collectors.joining(" UNION ALL "));
  }

  private static List<String> bytes(List<String> names) {
    return names.stream().map(name -> name + "_bytes").toList();
  }

  /**
   * Queries for the counters. The first reads the status; some servers or users cannot run the
   * others.
   */
  public static List<String> queries() {
    return List.of(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ("
            + Stream.concat(
                    Stream.of(NAMES, OF_TOKUDB, OF_INNODB)
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
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "))
            + ")",
        "SELECT '" + BLOCK_BYTES + "', @@GLOBAL." + BLOCK_BYTES,
        files(ALL_FILES, "%"),
        files(TOKUDBS_FILES, "wait/io/file/fti/%"));
  }

  /**
   * @param counters results of {@link #queries}, by name
   */
  public static Usage of(Map<String, Long> counters) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    add(NAMES, counters, counts);
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
  public static String about(Map<String, Long> counters) {
    List<String> about = new ArrayList<>();
    if (countsFiles(counters)) {
      about.add("of all its files, by performance_schema");
    } else if (counters.containsKey(OF_MARIADB)) {
      about.add("by its status");
    } else {
      about.add(
          "by its status, without the zeros that it fills files with, temporary files and, of"
              + " requests, the binary log; with SELECT on performance_schema all would be counted");
    }
    if (counters.getOrDefault("Rocksdb_wal_bytes", 0L) > 0) {
      about.add(
          "MyRocks' reads one by one and decompressed, its flushes and compactions when they end,"
              + " without their requests");
    }
    if (counters.getOrDefault("Tokudb_logger_writes_bytes", 0L) > 0 && !countsFiles(counters)) {
      about.add(
          countsTokuDbsFiles(counters)
              ? "TokuDB's files by performance_schema"
              : "without what TokuDB writes to build an index, a third of a bulk load, and headers"
                  + " that it reads: the process' figures are whole, and so would these be with"
                  + " performance_schema=ON and SELECT on it");
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
