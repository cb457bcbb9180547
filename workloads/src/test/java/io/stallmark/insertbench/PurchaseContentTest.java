package io.stallmark.insertbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.testkit.SilentSession;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PurchaseContentTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int DATA = 5;

  private final Op insert = new PurchasesTable(1, 0, true).insert("insert", 1);
  private final Args row = Args.of(insert);
  private final Rng rng = Rng.of(1, 0);

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 100_000", "3, 10_000", "4, 500"})
  void numbers_fillTheirRangesFromZeroOn(int slot, String range) {
    long values = Long.parseLong(range.replace("_", ""));
    PurchaseContent content = new PurchaseContent(20, 0);
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    double sum = 0;
    int rows = 200_000;
    for (int i = 0; i < rows; i++) {
      content.fill(rng, row);
      long value = row.getLong(0, slot);
      least = Math.min(least, value);
      most = Math.max(most, value);
      sum += value;
    }
    assertThat(least).isLessThan(1 + values / 1000);
    assertThat(most).isBetween(values - 1 - values / 1000, values - 1);
    assertThat(sum / rows / (values - 1)).isBetween(0.49, 0.51);
  }

  @Test
  void text_hasHalfToAllOfItsLength_andEndsWithRandomCharacters() {
    PurchaseContent content = new PurchaseContent(20, 0);
    for (int i = 0; i < 1000; i++) {
      content.fill(rng, row);
      int length = row.getLength(0, DATA);
      String text = new String(row.getText(0, DATA), 0, length, StandardCharsets.US_ASCII);
      assertThat(length).isBetween(10, 20);
      assertThat(text).matches("a{" + (length - (int) (length * 0.375)) + "}[A-Za-z0-9+/]*");
    }
  }

  @Test
  void time_hasWholeSeconds() {
    new PurchaseContent(20, 0, () -> 1_777_777_777_777L).fill(rng, row);
    assertThat(row.getLong(0, 0)).isEqualTo(1_777_777_777_000L);
  }

  @ParameterizedTest
  @CsvSource({"0, range", "2, range", "2, point"})
  void transaction_allocatesNothing(int role, String query) throws Exception {
    Scenario scenario = InsertBenchGiven.scenario("step=query", "deletes=on", "query=" + query);
    Client client =
        scenario.roles().get(role).clients().client(new SilentSession(), Slice.of(0, 1, 1));
    transactions(client);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    transactions(client);
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(1000);
  }

  private static void transactions(Client client) throws Exception {
    for (int i = 0; i < 200; i++) {
      client.transaction();
    }
  }
}
