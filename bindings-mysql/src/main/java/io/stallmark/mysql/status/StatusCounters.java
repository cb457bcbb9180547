package io.stallmark.mysql.status;

import java.util.List;

/**
 * Status variables that explain stalls: checkpoints, flushes, and waits for memory, log and locks.
 * A server returns those that it has.
 */
public final class StatusCounters {

  private static final List<String> NAMES =
      List.of(
          "Innodb_buffer_pool_pages_flushed",
          "Innodb_buffer_pool_pages_LRU_flushed",
          "Innodb_buffer_pool_reads",
          "Innodb_buffer_pool_wait_free",
          "Innodb_checkpoint_age",
          "Innodb_data_fsyncs",
          "Innodb_dblwr_writes",
          "Innodb_history_list_length",
          "Innodb_log_waits",
          "Innodb_log_write_requests",
          "Innodb_os_log_fsyncs",
          "Innodb_os_log_pending_fsyncs",
          "Innodb_redo_log_checkpoint_lsn",
          "Innodb_row_lock_time",
          "Innodb_row_lock_waits",
          "Rocksdb_compact_read_bytes",
          "Rocksdb_compact_write_bytes",
          "Rocksdb_flush_write_bytes",
          "Rocksdb_wal_synced",
          "Table_locks_waited",
          "Tokudb_cachetable_evictions",
          "Tokudb_cachetable_long_wait_pressure_count",
          "Tokudb_cachetable_wait_pressure_count",
          "Tokudb_checkpoint_begin_time",
          "Tokudb_checkpoint_duration",
          "Tokudb_checkpoint_end_time",
          "Tokudb_checkpoint_long_begin_count",
          "Tokudb_checkpoint_taken",
          "Tokudb_leaf_nodes_flushed_checkpoint_bytes",
          "Tokudb_locktree_wait_count",
          "Tokudb_logger_wait_long");

  private StatusCounters() {}

  /** Query that returns the counters. It needs no privilege on any server of the family. */
  public static String query() {
    return "SHOW GLOBAL STATUS WHERE Variable_name IN ('"
        + String.join("', '", NAMES)
        + "') OR Variable_name LIKE 'Rocksdb\\_stall\\_%'";
  }
}
