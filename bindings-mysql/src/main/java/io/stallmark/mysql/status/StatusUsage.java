package io.stallmark.mysql.status;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the engines of a server count of their reads and writes, all engines together. CPU time is
 * in no status variable that every server has. MySQL's performance_schema counts every file of the
 * server itself and of InnoDB; MariaDB's is off by default and leaves out InnoDB's log.
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
   * MyRocks: a miss of the block cache is a read; what it then holds is counted decompressed. Of
   * its writes only those of the log are counted one by one: write_wal has all that one thread of a
   * group wrote for the others, write_self has those threads.
   */
  private static final Map<Resource, List<String>> NAMES =
      Map.of(
          Resource.READS,
          all(TOKU_FETCHES, "Rocksdb_block_cache_miss"),
          Resource.WRITES,
          all(TOKU_FLUSHES, "Rocksdb_write_self"),
          Resource.READ_BYTES,
          all(
              bytes(TOKU_FETCHES),
              "Rocksdb_block_cache_data_bytes_insert",
              "Rocksdb_block_cache_index_bytes_insert",
              "Rocksdb_block_cache_filter_bytes_insert",
              "Rocksdb_compact_read_bytes"),
          Resource.WRITTEN_BYTES,
          all(
              bytes(TOKU_FLUSHES),
              "Rocksdb_wal_bytes",
              "Rocksdb_flush_write_bytes",
              "Rocksdb_compact_write_bytes"),
          Resource.RECEIVED_BYTES,
          List.of("Bytes_received"),
          Resource.SENT_BYTES,
          List.of("Bytes_sent"));

  private static final Map<Resource, List<String>> OF_INNODB =
      Map.of(
          Resource.READS, List.of("Innodb_data_reads"),
          Resource.WRITES, List.of("Innodb_data_writes"),
          Resource.READ_BYTES, List.of("Innodb_data_read"),
          Resource.WRITTEN_BYTES, List.of("Innodb_data_written", "Binlog_bytes_written"));

  private static final String FILE_BYTES = "stallmark_file_written_bytes";

  /** What {@link #FILES} calls the sums, and so a name that no status variable has. */
  private static final Map<Resource, List<String>> OF_FILES =
      Map.of(
          Resource.READS, List.of("stallmark_file_reads"),
          Resource.WRITES, List.of("stallmark_file_writes"),
          Resource.READ_BYTES, List.of("stallmark_file_read_bytes"),
          Resource.WRITTEN_BYTES, List.of(FILE_BYTES));

  private static final String FILES =
      Map.of(
              "reads", "COUNT_READ",
              "writes", "COUNT_WRITE",
              "read_bytes", "SUM_NUMBER_OF_BYTES_READ",
              "written_bytes", "SUM_NUMBER_OF_BYTES_WRITE")
          .entrySet()
          .stream()
          .map(
              sum ->
                  "SELECT 'stallmark_file_%s', SUM(%s) FROM performance_schema.%s"
                      .formatted(sum.getKey(), sum.getValue(), "file_summary_by_event_name"))
          .collect(Collectors.joining(" UNION ALL "));

  private static final String BLOCK_BYTES = "innodb_log_write_ahead_size";

  /** MariaDB has it, MySQL has not. */
  private static final String OF_MARIADB = "Aria_pagecache_reads";

  /** MySQL has it, and MariaDB had it as long as writes of the log were among the others. */
  private static final String OF_COMMON_WRITES = "Innodb_os_log_fsyncs";

  /**
   * MySQL has it since 8.0.30, when its doublewrite's bytes were no longer among the others'; its
   * requests are.
   */
  private static final String OF_APART_DOUBLEWRITE = "Innodb_redo_log_checkpoint_lsn";

  private static final String DOUBLEWRITTEN_PAGES = "Innodb_dblwr_pages_written";
  private static final String PAGE_BYTES = "Innodb_page_size";
  private static final String LOG_BYTES = "Innodb_os_log_written";
  private static final String LOG_WRITES = "Innodb_log_writes";

  private StatusUsage() {}

  private static List<String> all(List<String> some, String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(some);
    return all;
  }

  private static List<String> bytes(List<String> names) {
    return names.stream().map(name -> name + "_bytes").toList();
  }

  /** What to ask: the status, and what some servers have or tell some users. */
  public static List<String> queries() {
    return List.of(
        "SHOW GLOBAL STATUS WHERE Variable_name IN ("
            + Stream.concat(
                    Stream.concat(NAMES.values().stream(), OF_INNODB.values().stream())
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
        FILES);
  }

  /**
   * @param counters the answers to {@link #queries}
   */
  public static Usage of(Map<String, Long> counters) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    add(NAMES, counters, counts);
    if (countsFiles(counters)) {
      add(OF_FILES, counters, counts);
    } else {
      add(OF_INNODB, counters, counts);
      if (counters.containsKey(OF_MARIADB)) {
        log(counters, counts);
      } else if (counters.containsKey(OF_APART_DOUBLEWRITE)) {
        doublewrite(counters, counts);
      }
    }
    return new Usage(counts);
  }

  /** How that was counted, and what it leaves out. */
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
    if (counters.getOrDefault("Tokudb_logger_writes_bytes", 0L) > 0) {
      about.add("without what TokuDB writes to build an index");
    }
    return String.join("; ", about);
  }

  /**
   * Whether performance_schema has all files. It has more than InnoDB's status then; less, where
   * its instruments are off or its sums were begun anew.
   */
  private static boolean countsFiles(Map<String, Long> counters) {
    Long written = counters.get(FILE_BYTES);
    return !counters.containsKey(OF_MARIADB)
        && written != null
        && written >= counters.getOrDefault("Innodb_data_written", Long.MAX_VALUE);
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
   * InnoDB's log: MySQL has its bytes among the others, MariaDB apart; its writes from 10.8 on,
   * which writes whole blocks. As each begins where the last one ended, it has a block more than
   * its bytes, on average.
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
