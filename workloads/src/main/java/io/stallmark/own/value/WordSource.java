package io.stallmark.own.value;

import io.stallmark.data.Rng;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One of several words, all with the same probability. */
final class WordSource implements ValueSource {

  private final byte[][] words;
  private final Type type;

  WordSource(List<String> words) {
    this.words =
        words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    type = new Type.Varchar(words.stream().mapToInt(String::length).max().orElse(1));
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public void draw(Rng rng, Args values, int slot) {
    byte[] word = words[(int) rng.uniform(0, words.length - 1L)];
    System.arraycopy(word, 0, values.bytes(slot, word.length), 0, word.length);
    values.length(slot, word.length);
  }
}
