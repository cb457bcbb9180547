package io.stallmark.postgresql;

import io.stallmark.jdbc.SqlDialect.UsageCounters;
import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes that the server counts, all databases together. Requests go to the page cache of
 * the operating system. Since version 17, {@code pg_stat_bgwriter} has no writes of checkpoints;
 * then writes are not counted.
 */
final class ViewUsage implements UsageCounters {

  @Override
  public List<String> queries() {
    return List.of(
        "SELECT 'hit', SUM(blks_hit)::bigint FROM pg_stat_database"
            + " UNION ALL SELECT 'read', SUM(blks_read)::bigint FROM pg_stat_database"
            + " UNION ALL SELECT 'page', current_setting('block_size')::bigint",
        "SELECT 'written', buffers_checkpoint + buffers_clean + buffers_backend"
            + " FROM pg_stat_bgwriter",
        "SELECT 'wal', wal_bytes::bigint FROM pg_stat_wal"
            + " UNION ALL SELECT 'wal_writes', wal_write FROM pg_stat_wal");
  }

  @Override
  public Usage usage(Map<String, Long> counters) {
    long page = counters.getOrDefault("page", 0L);
    long read = counters.getOrDefault("read", 0L);
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    counts.put(Resource.PAGE_REQUESTS, counters.getOrDefault("hit", 0L) + read);
    counts.put(Resource.READS, read);
    counts.put(Resource.READ_BYTES, read * page);
    Long written = counters.get("written");
    Long wal = counters.get("wal");
    if (written != null && wal != null) {
      counts.put(Resource.WRITES, written + counters.getOrDefault("wal_writes", 0L));
      counts.put(Resource.WRITTEN_BYTES, written * page + wal);
    }
    return new Usage(counts);
  }

  @Override
  public String about(Map<String, Long> counters) {
    String about = "by its statistics, through the page cache, without temporary files";
    return counters.containsKey("written")
        ? about
        : about + "; writes are not counted on this version";
  }
}
