package io.stallmark.analysis.cost.probe;

import io.stallmark.spi.server.Usage;
import io.stallmark.spi.server.Usage.Resource;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the cost from a node exporter's page in Prometheus' text format: {@code
 * name{label="value"} number}, one metric per line. Leaves out devices that are stacked on others,
 * because the same byte would count twice.
 */
final class NodeExporterPage {

  private static final double SECOND = 1e9;

  /** Resources that the page reports in seconds. */
  private static final Set<Resource> SECONDS =
      EnumSet.of(Resource.CPU_NANOS, Resource.DISK_BUSY_NANOS);

  private static final Pattern LINE =
      Pattern.compile(
          "node_(disk|cpu|network)_([a-z_]+)_total\\{([^}]*)\\}\\s+([-+.0-9eE]+)(\\s+\\d+)?");
  private static final Pattern DEVICE = Pattern.compile("device=\"([^\"]*)\"");
  private static final Pattern MODE = Pattern.compile("mode=\"([^\"]*)\"");

  /**
   * Devices that the exporter lists as disks but that are not: volumes, disk arrays, RAM disks,
   * images, network block devices.
   */
  private static final Pattern NO_DISK = Pattern.compile("(dm-|md|loop|ram|zram|sr|fd|drbd|nbd).*");

  /**
   * Network interfaces that are not hardware, such as loopback, bridges and virtual interfaces of
   * containers.
   */
  private static final Pattern NO_NETWORK =
      Pattern.compile(
          "(lo|veth.*|docker.*|br-.*|virbr.*|cni.*|cali.*|flannel.*|ifb.*|tun.*|bond.*)");

  /** Modes in which the machine did not work; {@code steal} is time of another virtual machine. */
  private static final Pattern NO_WORK = Pattern.compile("idle|iowait|steal");

  private NodeExporterPage() {}

  static Usage usage(String page) {
    Map<Resource, Double> sums = new EnumMap<>(Resource.class);
    page.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(
            line -> {
              Resource resource = resource(line.group(1), line.group(2), line.group(3));
              if (resource != null) {
                sums.merge(resource, Double.valueOf(line.group(4)), Double::sum);
              }
            });
    Map<Resource, Long> counts = new EnumMap<>(Resource.class);
    sums.forEach(
        (resource, sum) ->
            counts.put(resource, Math.round(SECONDS.contains(resource) ? SECOND * sum : sum)));
    return new Usage(counts);
  }

  /** Returns the resource of a metric; null: it is not a cost, or another line contains it. */
  private static @Nullable Resource resource(String part, String counter, String labels) {
    return switch (part) {
      case "cpu" ->
          counter.equals("seconds") && !NO_WORK.matcher(label(MODE, labels)).matches()
              ? Resource.CPU_NANOS
              : null;
      case "disk" -> NO_DISK.matcher(label(DEVICE, labels)).matches() ? null : disk(counter);
      default ->
          NO_NETWORK.matcher(label(DEVICE, labels)).matches()
              ? null
              : switch (counter) {
                case "receive_bytes" -> Resource.RECEIVED_BYTES;
                case "transmit_bytes" -> Resource.SENT_BYTES;
                default -> null;
              };
    };
  }

  private static @Nullable Resource disk(String counter) {
    return switch (counter) {
      case "reads_completed" -> Resource.READS;
      case "writes_completed" -> Resource.WRITES;
      case "read_bytes" -> Resource.READ_BYTES;
      case "written_bytes" -> Resource.WRITTEN_BYTES;
      case "io_time_seconds" -> Resource.DISK_BUSY_NANOS;
      default -> null;
    };
  }

  private static String label(Pattern name, String labels) {
    Matcher label = name.matcher(labels);
    return label.find() ? label.group(1) : "";
  }
}
