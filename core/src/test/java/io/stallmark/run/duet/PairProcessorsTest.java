package io.stallmark.run.duet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class PairProcessorsTest {

  private static BitSet set(int... processors) {
    BitSet set = new BitSet();
    IntStream.of(processors).forEach(set::set);
    return set;
  }

  private static List<BitSet> shares(int pairs, BitSet allowed) {
    return IntStream.range(0, pairs)
        .mapToObj(pair -> PairProcessors.of(pair, pairs, allowed))
        .toList();
  }

  @Test
  void pairs_shareProcessors_ifThereAreFewer() {
    assertThat(shares(5, set(1, 4))).containsExactly(set(1), set(4), set(1), set(4), set(1));
  }

  @Test
  void aPair_hasSeveralProcessors_ifThereAreMore() {
    assertThat(shares(2, set(0, 1, 2, 6, 7))).containsExactly(set(0, 2, 7), set(1, 6));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void clientsOfBothSides_runOnTheProcessorsOfTheirPair() {
    String all = allowed();
    int clients = Runtime.getRuntime().availableProcessors();
    List<String> ofA = lists(Side.A, clients);
    assertThat(ofA).doesNotHaveDuplicates().allMatch(list -> clients == 1 || !list.equals(all));
    assertThat(lists(Side.B, clients)).isEqualTo(ofA);
    assertThat(allowed()).as("this thread, which is no client").isEqualTo(all);
  }

  private static List<String> lists(Side side, int clients) {
    SideSignal signal = new SideSignal(new CommonStart(), side);
    return IntStream.range(0, clients).mapToObj(each -> list(signal, each, clients)).toList();
  }

  private static String list(SideSignal signal, int client, int clients) {
    CompletableFuture<String> list = new CompletableFuture<>();
    new Thread(
            () -> {
              signal.starting(client, clients);
              list.complete(allowed());
            })
        .start();
    return list.join();
  }

  private static String allowed() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
