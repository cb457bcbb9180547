package io.stallmark.run;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Collectors;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** How full the heap was at its most: before collections, and after them, when it is what lives. */
final class HeapPeak {

  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private final LongAccumulator before = new LongAccumulator(Math::max, 0);
  private final LongAccumulator after = new LongAccumulator(Math::max, 0);

  HeapPeak() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) collector)
          .addNotificationListener(
              (notification, context) -> {
                CompositeData data = (CompositeData) notification.getUserData();
                GcInfo info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
                before.accumulate(used(info.getMemoryUsageBeforeGc()));
                after.accumulate(used(info.getMemoryUsageAfterGc()));
              },
              null,
              null);
    }
  }

  private long used(Map<String, MemoryUsage> usage) {
    return pools.stream().mapToLong(pool -> usage.get(pool).getUsed()).sum();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "heap at its most: %,.1f MB before a collection, %,.1f MB after one, of %,.1f MB",
        before.get() / 1e6,
        after.get() / 1e6,
        Runtime.getRuntime().maxMemory() / 1e6);
  }
}
