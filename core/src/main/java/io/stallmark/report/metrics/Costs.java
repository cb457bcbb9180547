package io.stallmark.report.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.stallmark.analysis.cost.CostRow;
import io.stallmark.analysis.cost.Source;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the run cost by each source, and the transactions and statements that this was for: one
 * divided by the other is the cost of each. Not thread-safe.
 */
final class Costs {

  private record Name(String name, @Nullable String unit, double scale, String help) {}

  private static final double SECOND = 1e9;

  private static final Map<Resource, Name> NAMES =
      new EnumMap<>(
          Map.of(
              Resource.READS, new Name("reads", null, 1, "Requests to read."),
              Resource.WRITES, new Name("writes", null, 1, "Requests to write."),
              Resource.READ_BYTES, new Name("read", "bytes", 1, "Bytes read."),
              Resource.WRITTEN_BYTES, new Name("written", "bytes", 1, "Bytes written."),
              Resource.CPU_NANOS, new Name("cpu", "seconds", SECOND, "CPU time of all threads."),
              Resource.RECEIVED_BYTES, new Name("received", "bytes", 1, "Bytes from the network."),
              Resource.SENT_BYTES, new Name("sent", "bytes", 1, "Bytes to the network."),
              Resource.DISK_BUSY_NANOS,
                  new Name("disk.busy", "seconds", SECOND, "Time in which the disks were busy.")));

  private static final Name LOGICAL =
      new Name(
          "logical.written", "bytes", 1, "Of the values of rows that were inserted or changed.");

  private final MeterRegistry registry;

  Costs(MeterRegistry registry) {
    this.registry = registry;
  }

  void add(CostRow row) {
    counter(row.source(), new Name("transactions", null, 1, "Transactions that the costs are of."))
        .increment((double) row.transactions());
    counter(row.source(), new Name("statements", null, 1, "Statements that the costs are of."))
        .increment((double) row.statements());
    row.logicalWrittenBytes()
        .ifPresent(bytes -> counter(row.source(), LOGICAL).increment((double) bytes));
    NAMES.forEach(
        (resource, name) ->
            row.used()
                .of(resource)
                .ifPresent(count -> counter(row.source(), name).increment(count / name.scale())));
  }

  private Counter counter(Source source, Name name) {
    return Counter.builder("stallmark.cost." + name.name())
        .description(name.help())
        .baseUnit(name.unit())
        .tag("source", source.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }
}
