package io.stallmark.mysql.status;

import io.stallmark.spi.Usage;
import io.stallmark.spi.Usage.Resource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the engines of a server count of their reads and writes, all engines together. CPU time is
 * in no status variable that every server has.
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
   * its writes only those of the log are counted one by one.
   */
  private static final Map<Resource, List<String>> NAMES =
      Map.of(
          Resource.READS,
          all(TOKU_FETCHES, "Innodb_data_reads", "Rocksdb_block_cache_miss"),
          Resource.WRITES,
          all(TOKU_FLUSHES, "Innodb_data_writes", "Rocksdb_write_wal"),
          Resource.READ_BYTES,
          all(
              bytes(TOKU_FETCHES),
              "Innodb_data_read",
              "Rocksdb_block_cache_data_bytes_insert",
              "Rocksdb_block_cache_index_bytes_insert",
              "Rocksdb_block_cache_filter_bytes_insert",
              "Rocksdb_compact_read_bytes"),
          Resource.WRITTEN_BYTES,
          all(
              bytes(TOKU_FLUSHES),
              "Innodb_data_written",
              "Binlog_bytes_written",
              "Rocksdb_wal_bytes",
              "Rocksdb_flush_write_bytes",
              "Rocksdb_compact_write_bytes"),
          Resource.RECEIVED_BYTES,
          List.of("Bytes_received"),
          Resource.SENT_BYTES,
          List.of("Bytes_sent"));

  /** MariaDB has it, MySQL has not. */
  private static final String OF_MARIADB = "Aria_pagecache_reads";

  /** MySQL has it, and MariaDB had it as long as writes of the log were among the others. */
  private static final String OF_COMMON_WRITES = "Innodb_os_log_fsyncs";

  /** MySQL has it since 8.0.30, when its doublewrite was no longer among the others. */
  private static final String OF_APART_DOUBLEWRITE = "Innodb_redo_log_checkpoint_lsn";

  private static final String DOUBLEWRITES = "Innodb_dblwr_writes";
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

  public static String query() {
    return "SHOW GLOBAL STATUS WHERE Variable_name IN ("
        + Stream.concat(
                NAMES.values().stream().flatMap(List::stream),
                Stream.of(
                    OF_MARIADB,
                    OF_COMMON_WRITES,
                    OF_APART_DOUBLEWRITE,
                    DOUBLEWRITES,
                    DOUBLEWRITTEN_PAGES,
                    PAGE_BYTES,
                    LOG_BYTES,
                    LOG_WRITES))
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining(", "))
        + ")";
  }

  /**
   * @param status the answer to {@link #query}
   */
  public static Usage of(Map<String, Long> status) {
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    NAMES.forEach(
        (resource, names) ->
            names.stream()
                .filter(status::containsKey)
                .mapToLong(status::get)
                .reduce(Long::sum)
                .ifPresent(count -> counts.put(resource, count)));
    if (status.containsKey(OF_MARIADB)) {
      log(status, counts);
    } else if (status.containsKey(OF_APART_DOUBLEWRITE)) {
      doublewrite(status, counts);
    }
    return new Usage(counts);
  }

  /** InnoDB's log: MySQL has its bytes among the others, MariaDB apart; its writes from 10.8 on. */
  private static void log(Map<String, Long> status, Map<Resource, Long> counts) {
    counts.merge(Resource.WRITTEN_BYTES, status.getOrDefault(LOG_BYTES, 0L), Long::sum);
    if (!status.containsKey(OF_COMMON_WRITES)) {
      counts.merge(Resource.WRITES, status.getOrDefault(LOG_WRITES, 0L), Long::sum);
    }
  }

  private static void doublewrite(Map<String, Long> status, Map<Resource, Long> counts) {
    long pages = status.getOrDefault(DOUBLEWRITTEN_PAGES, 0L);
    long bytes = pages * status.getOrDefault(PAGE_BYTES, 0L);
    counts.merge(Resource.WRITTEN_BYTES, bytes, Long::sum);
    counts.merge(Resource.WRITES, status.getOrDefault(DOUBLEWRITES, 0L), Long::sum);
  }
}
