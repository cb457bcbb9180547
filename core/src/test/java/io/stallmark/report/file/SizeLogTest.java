package io.stallmark.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.cost.StoredSize;
import io.stallmark.spi.DbException;
import io.stallmark.spi.server.TableSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
final class SizeLogTest {

  private static final long MS = 1_000_000L;

  @TempDir Path directory;

  private final AtomicLong asked = new AtomicLong();
  private final CountDownLatch thrice = new CountDownLatch(3);
  private final CountDownLatch again = new CountDownLatch(4); // the third answer is written by then

  private Optional<TableSize> grow(boolean settled) {
    long now = asked.incrementAndGet();
    again.countDown();
    OptionalLong files = settled ? OptionalLong.of(1000 * now) : OptionalLong.empty();
    return Optional.of(new TableSize(100 * now, 10 * now, files));
  }

  /** Eleven bytes a row, ten of them values. */
  private static StoredSize held(TableSize size) {
    long data = size.dataBytes();
    return new StoredSize(
        OptionalLong.of(11 * data), OptionalLong.of(data), OptionalLong.of(10 * data));
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(directory.resolve("size.csv"));
  }

  @Test
  void sizes_areAskedAtTheStartInBetweenAndAtTheEnd() throws Exception {
    SizeLog log = new SizeLog(directory, this::grow, SizeLogTest::held, System.nanoTime(), MS);
    again.await();
    log.end();
    log.close();
    List<String> lines = lines();
    assertThat(lines.get(0))
        .isEqualTo(
            "at_s,data_bytes,index_bytes,file_bytes,rows,stored_bytes_per_row,space_amplification");
    assertThat(lines).hasSizeGreaterThanOrEqualTo(5);
    assertThat(lines.get(1)).endsWith(",100,10,1000,100,11,1.1");
    assertThat(lines.get(2)).endsWith(",200,20,,200,11,1.1");
    assertThat(log.first()).isEqualTo(new TableSize(100, 10, OptionalLong.of(1000)));
    TableSize last = Objects.requireNonNull(log.last());
    assertThat(lines.get(lines.size() - 1))
        .endsWith(
            ","
                + last.dataBytes()
                + ","
                + last.indexBytes()
                + ","
                + 10 * last.dataBytes()
                + ","
                + last.dataBytes()
                + ",11,1.1");
  }

  @Test
  void databaseThatDoesNotSay_leavesNoFile() throws Exception {
    try (SizeLog log =
        new SizeLog(directory, settled -> Optional.empty(), SizeLogTest::held, 0, MS)) {
      log.end();
      assertThat(log.first()).isNull();
      assertThat(log.last()).isNull();
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void questionThatFails_endsNothing() throws Exception {
    SizeLog.Source failing =
        settled -> {
          if (asked.get() > 0) {
            thrice.countDown();
            throw new DbException(DbException.Kind.CONNECTION, "X", "It is gone.", null);
          }
          return grow(settled);
        };
    try (SizeLog log = new SizeLog(directory, failing, SizeLogTest::held, 0, MS)) {
      thrice.await();
      log.end();
      assertThat(log.last()).isNull();
    }
    assertThat(lines()).hasSize(2);
  }

  @Test
  void driverThatIsClosedUnderAQuestion_neitherEndsItsThreadNorPrintsATrace() throws Exception {
    SizeLog.Source closed =
        settled -> {
          if (asked.get() > 0) {
            thrice.countDown(); // only a thread that goes on asks three times
            throw new IllegalStateException("state should be: open");
          }
          return grow(settled);
        };
    try (SizeLog log = new SizeLog(directory, closed, SizeLogTest::held, 0, MS)) {
      thrice.await();
      log.end();
      assertThat(log.last()).isNull();
    }
  }

  private static void hold(CountDownLatch latch) {
    try {
      latch.await(500, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void oneLongAnswer_isFollowedAsClosely_forThatIsAStall() throws Exception {
    CountDownLatch afterTheStall = new CountDownLatch(7);
    SizeLog.Source stalling =
        settled -> {
          afterTheStall.countDown();
          if (afterTheStall.getCount() == 3) { // the fourth of seven
            hold(afterTheStall);
          }
          return grow(settled);
        };
    try (SizeLog log = new SizeLog(directory, stalling, SizeLogTest::held, 0, MS)) {
      // At fifty times the long answer the next question would come in 25 s.
      assertThat(afterTheStall.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(log.first()).isNotNull();
    }
  }

  @Test
  void serverThatDoesNotAnswer_holdsNothingUp() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch asking = new CountDownLatch(1);
    SizeLog.Source stalled =
        settled -> {
          if (!settled) {
            asking.countDown();
            awaitQuietly(never);
          }
          return grow(settled);
        };
    try (SizeLog log = new SizeLog(directory, stalled, SizeLogTest::held, 0, MS)) {
      asking.await();
      log.end();
      assertThat(log.last()).isNotNull();
    } finally {
      never.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
