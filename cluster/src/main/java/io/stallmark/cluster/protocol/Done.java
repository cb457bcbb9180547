package io.stallmark.cluster.protocol;

import io.stallmark.engine.RoleResult;
import io.stallmark.engine.RunResult;
import io.stallmark.record.ErrorCounts.ErrorClass;
import io.stallmark.spi.workload.Tally;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Result of an agent's share. The intervals have its series.
 *
 * @param p99 response time at the 99th percentile, nanoseconds; null: there is no sample
 * @param elapsed nanoseconds from the start of the measurement, see {@link RunResult}
 * @param lateness how late waiting clients resumed: HdrHistogram's own form
 * @param aborted the error that ended the share early; null: none
 */
public record Done(
    List<RoleResult> roles,
    @Nullable Long p99,
    long elapsed,
    long reconnects,
    byte[] lateness,
    List<ErrorClass> errors,
    @Nullable Failure aborted,
    List<Tally> tallies) {

  public static Done of(RunResult result, List<Tally> tallies) {
    Histogram late = result.timerLateness();
    Histogram response = result.totals().get(0).response();
    ByteBuffer buffer = ByteBuffer.allocate(late.getNeededByteBufferCapacity());
    int length = late.encodeIntoCompressedByteBuffer(buffer);
    return new Done(
        result.roles(),
        response.getTotalCount() == 0 ? null : response.getValueAtPercentile(99),
        result.elapsed(),
        result.reconnects(),
        Arrays.copyOf(buffer.array(), length),
        result.errors(),
        result.aborted() == null ? null : Failure.of(result.aborted()),
        tallies);
  }

  public Histogram timerLateness() throws IOException {
    try {
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(lateness), 1);
    } catch (DataFormatException e) {
      throw new IOException("The result of an agent is damaged", e);
    }
  }
}
