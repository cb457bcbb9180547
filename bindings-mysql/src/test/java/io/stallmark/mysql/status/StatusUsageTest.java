package io.stallmark.mysql.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The same words mean other things on other servers. */
final class StatusUsageTest {

  private static final Map<String, Long> INNODB =
      Map.of(
          "Innodb_data_reads", 5L,
          "Innodb_data_read", 81_920L,
          "Innodb_data_writes", 7L,
          "Innodb_data_written", 100_000L,
          "Innodb_log_writes", 3L,
          "Innodb_os_log_written", 2_000L,
          "Bytes_received", 11L,
          "Bytes_sent", 13L);

  private static Map<String, Long> status(Map<String, Long> more) {
    Map<String, Long> status = new HashMap<>(INNODB);
    status.putAll(more);
    return status;
  }

  private static Usage of(Map<String, Long> more) {
    return new StatusUsage().usage(status(more));
  }

  @Test
  void mySql_hasItsLogAmongTheOtherWrites() {
    Usage usage = of(Map.of("Innodb_os_log_fsyncs", 2L, "Innodb_buffer_pool_read_requests", 400L));
    assertThat(usage.counts())
        .isEqualTo(
            Map.of(
                Resource.READS, 5L,
                Resource.READ_BYTES, 81_920L,
                Resource.WRITES, 7L,
                Resource.WRITTEN_BYTES, 100_000L,
                Resource.RECEIVED_BYTES, 11L,
                Resource.SENT_BYTES, 13L,
                Resource.PAGE_REQUESTS, 400L));
  }

  @Test
  void mySqlSince8_hasItsDoublewriteApart() {
    Usage usage =
        of(
            Map.of(
                "Innodb_redo_log_checkpoint_lsn", 52_430_983L,
                "Innodb_dblwr_pages_written", 2L,
                "Innodb_page_size", 16_384L));
    assertThat(usage.of(Resource.WRITTEN_BYTES)).hasValue(132_768);
    assertThat(usage.of(Resource.WRITES)).hasValue(7);
  }

  @Test
  void mySqlThatShowsItsFiles_isCountedByThem() {
    Map<String, Long> files =
        Map.of(
            "Innodb_redo_log_checkpoint_lsn", 1L,
            "Innodb_dblwr_pages_written", 2L,
            "Innodb_page_size", 16_384L,
            "Rocksdb_flush_write_bytes", 4L,
            "stallmark_file_reads", 6L,
            "stallmark_file_writes", 9L,
            "stallmark_file_read_bytes", 90_000L,
            "stallmark_file_written_bytes", 150_000L);
    Usage usage = of(files);
    assertThat(usage.of(Resource.READS)).hasValue(6);
    assertThat(usage.of(Resource.WRITES)).hasValue(9);
    assertThat(usage.of(Resource.READ_BYTES)).hasValue(90_000);
    assertThat(usage.of(Resource.WRITTEN_BYTES)).hasValue(150_004);
    assertThat(new StatusUsage().about(status(files)))
        .isEqualTo("all files, from performance_schema");
  }

  @Test
  void filesThatAreNotAllCounted_areNoCount() {
    Map<String, Long> off = Map.of("stallmark_file_written_bytes", 99_999L);
    assertThat(of(off).of(Resource.WRITTEN_BYTES)).hasValue(100_000);
    assertThat(new StatusUsage().about(status(off))).contains("grant SELECT on performance_schema");
  }

  @Test
  void mariaDbsLog_isWrittenInBlocks() {
    Map<String, Long> blocks =
        Map.of("Aria_pagecache_reads", 0L, "innodb_log_write_ahead_size", 4_096L);
    assertThat(of(blocks).of(Resource.WRITTEN_BYTES)).hasValue(102_000 + 3 * 4_096);
  }

  @Test
  void mariaDb_hasItsLogApart() {
    Usage usage = of(Map.of("Aria_pagecache_reads", 0L, "Binlog_bytes_written", 50L));
    assertThat(usage.of(Resource.WRITTEN_BYTES)).hasValue(102_050);
    assertThat(usage.of(Resource.WRITES)).hasValue(10);
  }

  @Test
  void mariaDbBefore10_8_countsWritesOfTheLogButNotItsBytes() {
    Usage usage = of(Map.of("Aria_pagecache_reads", 0L, "Innodb_os_log_fsyncs", 2L));
    assertThat(usage.of(Resource.WRITTEN_BYTES)).hasValue(102_000);
    assertThat(usage.of(Resource.WRITES)).hasValue(7);
  }

  @Test
  void enginesAreTakenTogether() {
    Usage usage =
        of(
            Map.of(
                "Rocksdb_block_cache_miss", 100L,
                "Rocksdb_write_self", 20L,
                "Rocksdb_wal_bytes", 1L,
                "Rocksdb_flush_write_bytes", 2L,
                "Rocksdb_compact_write_bytes", 4L,
                "Tokudb_basements_fetched_target_query", 1_000L,
                "Tokudb_basements_fetched_target_query_bytes", 9L,
                "Tokudb_logger_writes_bytes", 8L));
    assertThat(usage.of(Resource.READS)).hasValue(1_105);
    assertThat(usage.of(Resource.WRITES)).hasValue(27);
    assertThat(usage.of(Resource.READ_BYTES)).hasValue(81_929);
    assertThat(usage.of(Resource.WRITTEN_BYTES)).hasValue(100_015);
  }

  @Test
  void tokuDbsFiles_areCountedWhereTheyAreShown() {
    Map<String, Long> tokuDb =
        Map.of(
            "Aria_pagecache_reads", 0L,
            "Tokudb_leaf_nodes_flushed_checkpoint", 2L,
            "Tokudb_leaf_nodes_flushed_checkpoint_bytes", 40_000L,
            "Tokudb_logger_writes", 1L,
            "Tokudb_logger_writes_bytes", 10_000L);
    assertThat(of(tokuDb).of(Resource.WRITTEN_BYTES)).hasValue(152_000);
    assertThat(new StatusUsage().about(status(tokuDb)))
        .contains("TokuDB: without writes of index builds");

    Map<String, Long> shown = new HashMap<>(tokuDb);
    shown.put("stallmark_tokudb_file_reads", 4L);
    shown.put("stallmark_tokudb_file_writes", 8L);
    shown.put("stallmark_tokudb_file_read_bytes", 3_000L);
    shown.put("stallmark_tokudb_file_written_bytes", 75_000L);
    assertThat(of(shown).of(Resource.READS)).hasValue(9);
    assertThat(of(shown).of(Resource.WRITES)).hasValue(18);
    assertThat(of(shown).of(Resource.READ_BYTES)).hasValue(84_920);
    assertThat(of(shown).of(Resource.WRITTEN_BYTES)).hasValue(177_000);
    assertThat(new StatusUsage().about(status(shown)))
        .contains("TokuDB's files from performance_schema")
        .doesNotContain("TokuDB: without writes");

    shown.put("stallmark_tokudb_file_written_bytes", 49_999L); // its instruments were on for a part
    assertThat(of(shown).of(Resource.WRITTEN_BYTES)).hasValue(152_000);
  }

  @Test
  void tokuDbsFilesAmongAllOthers_countOnce() {
    Map<String, Long> all =
        Map.of(
            "Tokudb_logger_writes_bytes", 10_000L,
            "stallmark_file_written_bytes", 150_000L,
            "stallmark_tokudb_file_written_bytes", 30_000L);
    assertThat(of(all).of(Resource.WRITTEN_BYTES)).hasValue(150_000);
  }

  @Test
  void whatAServerDoesNotCount_isUnknownAndNot0() {
    assertThat(new StatusUsage().usage(Map.of("Bytes_sent", 1L)).counts())
        .isEqualTo(Map.of(Resource.SENT_BYTES, 1L));
  }

  @Test
  void theQueryAsksForWhatIsUsed_eachOnce() {
    assertThat(new StatusUsage().queries().get(0))
        .contains("'Innodb_data_read'", "'Aria_pagecache_reads'", "'Innodb_log_writes'")
        .contains("'Tokudb_nonleaf_nodes_flushed_to_disk_checkpoint_bytes'")
        .containsOnlyOnce("'Bytes_sent'");
  }
}
