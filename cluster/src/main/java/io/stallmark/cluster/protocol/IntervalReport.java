package io.stallmark.cluster.protocol;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.metric.HealthMetric;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * An interval of an agent.
 *
 * @param head figures for the panel of the agent, and the health of its generator
 * @param interval binary form of the interval, see {@link Interval#toBytes}
 */
public record IntervalReport(Head head, byte[] interval) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Figures of an interval.
   *
   * @param start nanoseconds since the start of the measurement, like {@code end}
   * @param due transactions due so far, see {@link Interval#due}
   * @param begun transactions started so far, see {@link Interval#started}
   * @param ended successful and failed transactions of each role in this interval
   * @param p99 response time at the 99th percentile, nanoseconds
   * @param figures health of the generator
   * @param reasons why the generator was the bottleneck
   */
  public record Head(
      long start,
      long end,
      long due,
      long begun,
      List<Ended> ended,
      long p99,
      Map<HealthMetric, Double> figures,
      Set<HealthMetric> reasons) {
    public Head {
      ended = List.copyOf(ended);
    }

    public GeneratorHealth health() {
      return new GeneratorHealth(start, end, figures, reasons);
    }

    /** Number of successful transactions of all roles. */
    public long succeeded() {
      return ended.stream().mapToLong(Ended::succeeded).sum();
    }
  }

  /** Transactions of a role that have ended. */
  public record Ended(long succeeded, long failed) {}

  /**
   * @param roles number of roles
   */
  public static IntervalReport of(Interval interval, GeneratorHealth health, int roles) {
    List<Ended> ended = new ArrayList<>();
    for (int role = 0; role < roles; role++) {
      OperationSeries series = interval.series().get(RunResult.seriesOf(role, roles));
      ended.add(new Ended(series.successes(), series.failures()));
    }
    Histogram response = interval.series().get(0).response();
    Head head =
        new Head(
            interval.start(),
            interval.end(),
            interval.due(),
            interval.started(),
            ended,
            response.getValueAtPercentile(99),
            health.figures(),
            health.reasons());
    return new IntervalReport(head, interval.toBytes());
  }

  public Message message(int run) {
    byte[] json = JSON.writeValueAsBytes(head);
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + json.length + interval.length);
    bytes.putInt(json.length).put(json).put(interval);
    return Message.ofBytes(Message.Type.INTERVAL, run, bytes.array());
  }

  public static IntervalReport read(Message message) throws IOException {
    byte[] bytes = message.inflated();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int length = in.readInt();
      if (length < 0 || length > bytes.length) {
        throw new IOException("The message of an interval is damaged");
      }
      String json = new String(in.readNBytes(length), StandardCharsets.UTF_8);
      return new IntervalReport(JSON.readValue(json, Head.class), in.readAllBytes());
    } catch (JacksonException e) {
      throw new IOException("The message of an interval is damaged", e);
    }
  }
}
