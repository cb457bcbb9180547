package io.stallmark.analysis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.result.SizeSummary.StoredSize;
import io.stallmark.spi.DbException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SizeWatchTest {

  private static final long MS = 1_000_000L;

  private final List<StoredSize> sizes = new CopyOnWriteArrayList<>();

  private final AtomicLong asked = new AtomicLong();
  private final CountDownLatch thrice = new CountDownLatch(3);
  private final CountDownLatch again = new CountDownLatch(4); // the third answer is written by then

  private Optional<StoredSize> grow(boolean settled) {
    long now = asked.incrementAndGet();
    again.countDown();
    return Optional.of(new StoredSize(100 * now, 10 * now, settled ? 1000 * now : null, now, null));
  }

  private void add(long at, StoredSize size) {
    sizes.add(size);
  }

  @Test
  void sizes_areAskedAtTheStartInBetweenAndAtTheEnd() throws Exception {
    SizeWatch watch = new SizeWatch(this::grow, this::add, System::nanoTime, MS);
    again.await();
    watch.end();
    watch.close();
    assertThat(sizes).hasSizeGreaterThanOrEqualTo(4);
    assertThat(sizes.get(0)).isEqualTo(watch.first());
    assertThat(sizes.get(0).fileBytes()).isEqualTo(1000);
    assertThat(sizes.get(1).fileBytes()).isNull();
    assertThat(sizes.get(sizes.size() - 1)).isEqualTo(watch.last());
    assertThat(Objects.requireNonNull(watch.last()).fileBytes()).isNotNull();
  }

  @Test
  void databaseThatDoesNotSay_isAskedOnce() throws Exception {
    try (SizeWatch watch =
        new SizeWatch(settled -> Optional.empty(), this::add, System::nanoTime, MS)) {
      watch.end();
      assertThat(watch.first()).isNull();
      assertThat(watch.last()).isNull();
    }
    assertThat(sizes).isEmpty();
  }

  @Test
  void questionThatFails_endsNothing() throws Exception {
    SizeWatch.Source failing =
        settled -> {
          if (asked.get() > 0) {
            thrice.countDown();
            throw new DbException(DbException.Kind.CONNECTION, "X", "It is gone.", null);
          }
          return grow(settled);
        };
    try (SizeWatch watch = new SizeWatch(failing, this::add, System::nanoTime, MS)) {
      thrice.await();
      watch.end();
      assertThat(watch.last()).isNull();
    }
    assertThat(sizes).hasSize(1);
  }

  @Test
  void driverThatIsClosedUnderAQuestion_neitherEndsItsThreadNorPrintsATrace() throws Exception {
    SizeWatch.Source closed =
        settled -> {
          if (asked.get() > 0) {
            thrice.countDown(); // only a thread that goes on asks three times
            throw new IllegalStateException("state should be: open");
          }
          return grow(settled);
        };
    try (SizeWatch watch = new SizeWatch(closed, this::add, System::nanoTime, MS)) {
      thrice.await();
      watch.end();
      assertThat(watch.last()).isNull();
    }
  }

  @Test
  void oneLongAnswer_isFollowedAsClosely_forThatIsAStall_andTwoAreNot() {
    long quick = MS / 100;
    assertThat(SizeWatch.pause(MS, Long.MAX_VALUE, quick)).isEqualTo(MS);
    assertThat(SizeWatch.pause(MS, quick, 500 * MS)).isEqualTo(MS);
    assertThat(SizeWatch.pause(MS, 500 * MS, 400 * MS)).isEqualTo(50 * 400 * MS);
    assertThat(SizeWatch.pause(MS, 400 * MS, quick)).isEqualTo(MS);
  }

  @Test
  void serverThatDoesNotAnswer_holdsNothingUp() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch asking = new CountDownLatch(1);
    SizeWatch.Source stalled =
        settled -> {
          if (!settled) {
            asking.countDown();
            awaitQuietly(never);
          }
          return grow(settled);
        };
    try (SizeWatch watch = new SizeWatch(stalled, this::add, System::nanoTime, MS)) {
      asking.await();
      watch.end();
      assertThat(watch.last()).isNotNull();
    } finally {
      never.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
