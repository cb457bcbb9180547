package io.stallmark.postgresql;

import io.stallmark.jdbc.SqlDialect.UsageCounters;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes that the server counts, all databases together. Requests go to the page cache of
 * the operating system. Each version has a part of the views, so all but the first query may fail.
 * The growth of a file is not counted: its pages are written later.
 */
final class ViewUsage implements UsageCounters {

  @Override
  public List<String> queries() {
    return List.of(
        "SELECT 'hit', SUM(blks_hit)::bigint FROM pg_stat_database"
            + " UNION ALL SELECT 'reads', SUM(blks_read)::bigint FROM pg_stat_database"
            + " UNION ALL SELECT 'page', current_setting('block_size')::bigint",
        // Until version 16, pages.
        "SELECT 'writes', buffers_checkpoint + buffers_clean + buffers_backend"
            + " FROM pg_stat_bgwriter",
        // Until version 17.
        "SELECT 'wal_bytes', wal_bytes::bigint FROM pg_stat_wal"
            + " UNION ALL SELECT 'wal_writes', wal_write FROM pg_stat_wal",
        // Since version 16; since 18 with bytes and the write-ahead log.
        "SELECT 'io_' || e.key, SUM(e.value::numeric)::bigint FROM pg_stat_io v,"
            + " jsonb_each_text(to_jsonb(v)) e WHERE e.key IN"
            + " ('reads', 'writes', 'read_bytes', 'write_bytes') GROUP BY e.key");
  }

  @Override
  public Usage usage(Map<String, Long> counters) {
    long page = counters.getOrDefault("page", 0L);
    long read = counters.getOrDefault("reads", 0L);
    long reads = counters.getOrDefault("io_reads", read);
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    counts.put(Resource.PAGE_REQUESTS, counters.getOrDefault("hit", 0L) + read);
    counts.put(Resource.READS, reads);
    counts.put(Resource.READ_BYTES, counters.getOrDefault("io_read_bytes", reads * page));
    if (countsWrites(counters)) {
      long writes = counters.getOrDefault("io_writes", counters.getOrDefault("writes", 0L));
      long bytes = counters.getOrDefault("io_write_bytes", writes * page);
      counts.put(Resource.WRITES, writes + counters.getOrDefault("wal_writes", 0L));
      counts.put(Resource.WRITTEN_BYTES, bytes + counters.getOrDefault("wal_bytes", 0L));
    }
    return new Usage(counts);
  }

  /** Whether pages and log are counted: version 13 does not count the log. */
  private static boolean countsWrites(Map<String, Long> counters) {
    return counters.containsKey("wal_bytes") || counters.containsKey("io_write_bytes");
  }

  @Override
  public String about(Map<String, Long> counters) {
    String about = "by its statistics, through the page cache, without temporary files";
    return countsWrites(counters) ? about : about + "; writes are not counted on this version";
  }
}
