package io.stallmark.tpcc.transaction;

import io.stallmark.data.Rng;
import io.stallmark.text.RefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares of the five transactions: cards of a deck that each client shuffles and draws to its end
 * (clause 5.2.4.2), or weights of independent draws.
 *
 * @param weights cards or weights in the order of {@link TpccKind#TYPES}
 */
public record Mix(List<Integer> weights, boolean deck) {

  /** Value of the setting for the deck. */
  public static final String DECK = "deck";

  private static final List<Integer> CARDS = List.of(10, 10, 1, 1, 1);
  private static final int MOST = 1000;

  public Mix {
    weights = List.copyOf(weights);
  }

  /**
   * Reads the value of the setting.
   *
   * @throws RefusedException if it is neither the deck nor five weights
   */
  public static Mix of(String text) {
    if (text.equals(DECK)) {
      return new Mix(CARDS, true);
    }
    String[] parts = text.split(":", -1);
    if (parts.length != CARDS.size()
        || !Arrays.stream(parts).allMatch(part -> part.matches("\\d{1,3}"))
        || text.matches("[0:]*")) {
      throw new RefusedException(
          "mix=%s: give deck, or five weights such as 45:43:4:4:4 for new_order, payment,"
              + " order_status, delivery and stock_level, from 0 to %d",
          text, MOST - 1);
    }
    return new Mix(Arrays.stream(parts).map(Integer::valueOf).toList(), false);
  }

  /** Share of a type of transaction, 0 to 1. */
  public double share(int type) {
    return (double) weights.get(type) / sum();
  }

  private int sum() {
    return weights.stream().mapToInt(Integer::intValue).sum();
  }

  Draw draw(Rng rng) {
    return new Draw(this, rng);
  }

  /** Draws of one client. */
  static final class Draw {

    private final int[] cards;
    private final boolean deck;
    private final Rng rng;
    private int next;
    private int type;

    private Draw(Mix mix, Rng rng) {
      this.rng = rng;
      deck = mix.deck;
      cards =
          IntStream.range(0, mix.weights.size())
              .flatMap(type -> IntStream.generate(() -> type).limit(mix.weights.get(type)))
              .toArray();
      next = cards.length;
      done();
    }

    /** Type of the next transaction. A repeated transaction has the same type. */
    int type() {
      return type;
    }

    /** Draws the next card. Called when the transaction of the last one has succeeded. */
    void done() {
      if (deck && next == cards.length) {
        shuffle();
      }
      type = deck ? cards[next++] : cards[(int) rng.uniform(0, cards.length - 1L)];
    }

    private void shuffle() {
      next = 0;
      for (int i = cards.length - 1; i > 0; i--) {
        int other = (int) rng.uniform(0, i);
        int card = cards[i];
        cards[i] = cards[other];
        cards[other] = card;
      }
    }
  }
}
