package io.stallmark.record;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * Binary form of an {@link Interval}, to send it from one machine to another.
 *
 * <p>Histograms are written as pairs of value and count, and read into an existing one, because
 * HdrHistogram's own form would allocate 270 kB for each histogram that is read. The pairs keep
 * every count in its bucket.
 */
final class IntervalForm {

  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;

  private IntervalForm() {}

  /** Header of an interval; the series and slots follow. Times as in {@link Interval}. */
  record Header(
      long start,
      long end,
      long over,
      long due,
      long started,
      long oldestInFlight,
      long wokenLate) {}

  static byte[] write(Interval interval) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      Header header = interval.header();
      out.writeLong(header.start);
      out.writeLong(header.end);
      out.writeLong(header.over);
      number(out, header.due);
      number(out, header.started);
      number(out, header.oldestInFlight);
      number(out, header.wokenLate);
      histogram(out, interval.startedLate());
      for (OperationSeries series : interval.series()) {
        series.write(out);
      }
      for (SlotGrid grid : interval.grids()) {
        grid.write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  static Header header(ByteBuffer in) throws IOException {
    return new Header(
        in.getLong(), in.getLong(), in.getLong(), number(in), number(in), number(in), number(in));
  }

  /** Adds the series and slots after a header. */
  static void addTo(
      ByteBuffer in, Histogram startedLate, List<OperationSeries> series, List<SlotGrid> grids)
      throws IOException {
    addTo(in, startedLate);
    for (OperationSeries each : series) {
      each.add(in);
    }
    for (SlotGrid grid : grids) {
      grid.add(in);
    }
    if (in.hasRemaining()) {
      throw new IOException("An interval has other kinds of operation or roles than this run");
    }
  }

  static void histogram(DataOutputStream out, @Nullable Histogram histogram) throws IOException {
    if (histogram == null || histogram.getTotalCount() == 0) {
      number(out, 0);
      return;
    }
    int pairs = 0;
    for (HistogramIterationValue each : histogram.recordedValues()) {
      pairs += each.getCountAtValueIteratedTo() > 0 ? 1 : 0;
    }
    number(out, pairs);
    long before = 0;
    for (HistogramIterationValue each : histogram.recordedValues()) {
      if (each.getCountAtValueIteratedTo() > 0) {
        number(out, each.getValueIteratedTo() - before);
        number(out, each.getCountAtValueIteratedTo());
        before = each.getValueIteratedTo();
      }
    }
  }

  /** Adds a written histogram. */
  static void addTo(ByteBuffer in, Histogram into) throws IOException {
    counts(in, number(in), into);
  }

  static void counts(ByteBuffer in, long pairs, Histogram into) throws IOException {
    long value = 0;
    for (long i = 0; i < pairs; i++) {
      value += number(in);
      long count = number(in);
      if (value > OperationSeries.LONGEST_EQUIVALENT || count <= 0) {
        throw new IOException("A histogram of an interval is damaged");
      }
      into.recordValueWithCount(Math.min(value, OperationSeries.LONGEST), count);
    }
  }

  /** Writes a number, 0 or more, in 7 bits a byte, the lowest first. */
  static void number(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while ((rest & ~SEVEN_BITS) != 0) {
      out.writeByte((int) (rest & SEVEN_BITS) | MORE);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  static long number(ByteBuffer in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      number |= (long) (next & SEVEN_BITS) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IOException("A number of an interval is damaged");
  }
}
