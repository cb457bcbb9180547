package io.stallmark.experiment.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RateSearchTest {

  private final List<Double> tried = new ArrayList<>();

  private RateSearch search(double first, DoublePredicate holds) {
    RateSearch search = new RateSearch(first, 0.1);
    while (search.next().isPresent()) {
      double rate = search.next().getAsDouble();
      tried.add(rate);
      search.tried(holds.test(rate));
    }
    return search;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 3, 99, 101, 1234, 87_654, 999_999})
  void highestRate_isFoundWithin5Percent_andTriedTwice(double truth) {
    double found = search(100, rate -> rate <= truth).found().orElseThrow();
    assertThat(found).isBetween(truth / 1.06, truth);
    assertThat(tried.stream().filter(rate -> rate == found)).hasSizeGreaterThan(1);
    assertThat(tried).hasSizeLessThan(30);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 100, 4321, 1e6})
  void trials_areAsManyAsSearchesTake(double first) {
    IntSummaryStatistics expected = new RateSearch(first, 0.1).trials();
    IntSummaryStatistics found = new IntSummaryStatistics();
    for (double truth = 0.05; truth < 1.5e6; truth *= 1.003) {
      tried.clear();
      double highest = truth;
      search(first, rate -> rate <= highest);
      found.accept(tried.size());
    }
    assertThat(expected.getMin()).isEqualTo(found.getMin());
    assertThat(expected.getMax()).isEqualTo(found.getMax());
  }

  @Test
  void rateThatAlwaysHolds_isTheHighestThereIs() {
    assertThat(search(100, rate -> true).found()).hasValue(1e6);
  }

  @Test
  void nothingThatHolds_isFoundToBeNothing() {
    assertThat(search(100, rate -> false).found()).isEmpty();
    assertThat(tried.get(0)).isEqualTo(tried.get(1)); // the first may fail for being the first
  }

  @Test
  void rateThatFailsTheSecondTime_hasFailed() {
    double found =
        search(
                100,
                rate ->
                    rate < 300
                        || (rate < 400 && !tried.subList(0, tried.size() - 1).contains(rate)))
            .found()
            .orElseThrow();
    assertThat(found).isBetween(270.0, 300.0);
  }

  @Test
  void ratesAtWhichATrialHasTooFewTransactions_areNotTried() {
    RateSearch search = new RateSearch(100, 30);
    while (search.next().isPresent()) {
      tried.add(search.next().getAsDouble());
      search.tried(false);
    }
    assertThat(tried).containsExactly(100.0, 100.0, 50.0);
    assertThat(search.failed()).isEqualTo(50);
  }

  @Test
  void trialThatSaysNothingOfTheDatabase_isRepeatedOnce() {
    RateSearch search = new RateSearch(100, 0.1);
    search.tried(true);
    search.undecided();
    assertThat(search.next()).hasValue(200);
    search.tried(true);
    assertThat(search.next()).hasValue(400);
    assertThat(search.failed()).isInfinite();
  }

  @Test
  void rateThatIsUndecidedTwice_hasFailed() {
    RateSearch search = new RateSearch(100, 0.1);
    search.tried(true);
    search.undecided();
    search.undecided();
    assertThat(search.next()).hasValue(141);
    assertThat(search.failed()).isEqualTo(200);
    search.tried(false);
    assertThat(search.failed()).isEqualTo(141);
  }
}
