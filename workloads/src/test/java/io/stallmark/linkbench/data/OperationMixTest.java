package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.data.Rng;
import io.stallmark.spi.workload.Setting;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OperationMixTest {

  static Stream<OperationMix> mixes() {
    return Stream.of(
        OperationMix.OF_2011,
        OperationMix.REFRESHED,
        OperationMix.of(Map.of(GraphOperation.GET_NODE, 100.0)),
        OperationMix.of(
            Map.of(GraphOperation.DELETE_LINK, 25.0, GraphOperation.UPDATE_NODE, 75.0)));
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void operationsComeAsOftenAsTheMixSays(OperationMix mix) {
    int draws = 200_000;
    Rng rng = Rng.of(11, 3);
    int[] counts = new int[GraphOperation.values().length];
    for (int i = 0; i < draws; i++) {
      counts[mix.next(rng).ordinal()]++;
    }
    for (GraphOperation operation : GraphOperation.values()) {
      double share = mix.percent(operation) / 100;
      double error = Math.sqrt(share * (1 - share) / draws);
      assertThat((double) counts[operation.ordinal()] / draws)
          .as(Setting.word(operation))
          .isBetween(share - 5 * error, share + 5 * error);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET_LINKS_LIST, 50.7119145, 22.57039",
    "GET_NODE, 12.9326683, 43.9869",
    "ADD_LINK, 8.9886601, 5.35038",
    "UPDATE_LINK, 8.0122125, 4.75589",
    "UPDATE_NODE, 7.366437, 3.06256",
    "COUNT_LINK, 4.8863567, 4.27898",
    "DELETE_LINK, 2.9907664, 0.98401",
    "ADD_NODE, 2.5732789, 2.61198",
    "DELETE_NODE, 1.0115914, 0.25166",
    "MULTIGET_LINK, 0.5261142, 12.14725"
  })
  void knownMixesHaveTheirPercentages(GraphOperation operation, double of2011, double refreshed) {
    assertThat(OperationMix.OF_2011.percentages()).containsEntry(operation, of2011);
    assertThat(OperationMix.REFRESHED.percentages()).containsEntry(operation, refreshed);
  }

  @Test
  void sixtyNinePercentRead() {
    double reads = 0;
    for (GraphOperation operation :
        List.of(
            GraphOperation.COUNT_LINK,
            GraphOperation.MULTIGET_LINK,
            GraphOperation.GET_LINKS_LIST,
            GraphOperation.GET_NODE)) {
      reads += OperationMix.OF_2011.percent(operation);
    }
    assertThat(reads).isCloseTo(69.06, Offset.offset(0.005));
  }

  @Test
  void percentagesMustAddUpToAHundred() {
    Map<GraphOperation, Double> percent = new EnumMap<>(OperationMix.OF_2011.percentages());
    percent.merge(GraphOperation.GET_NODE, 0.9e-5, Double::sum);
    assertThat(OperationMix.of(percent).percent(GraphOperation.GET_NODE)).isGreaterThan(12.9326683);

    percent.merge(GraphOperation.GET_NODE, 0.2e-5, Double::sum);
    assertThatThrownBy(() -> OperationMix.of(percent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("add up to 100.00001");
    assertThatThrownBy(() -> OperationMix.of(Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1", "NaN", "Infinity"})
  void percentageThatIsNoneIsRefused(double percent) {
    assertThatThrownBy(
            () ->
                OperationMix.of(
                    Map.of(
                        GraphOperation.ADD_LINK, percent, GraphOperation.GET_NODE, 100 - percent)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sumJustBelowAHundredNeverRunsOut() {
    OperationMix mix =
        OperationMix.of(
            Map.of(GraphOperation.ADD_LINK, 50.0, GraphOperation.DELETE_NODE, 49.999995));
    Rng rng = Rng.of(1, 9);
    for (int i = 0; i < 10_000; i++) {
      assertThat(mix.next(rng)).isIn(GraphOperation.ADD_LINK, GraphOperation.DELETE_NODE);
    }
  }
}
