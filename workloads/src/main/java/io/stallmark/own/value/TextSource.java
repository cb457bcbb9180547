package io.stallmark.own.value;

import io.stallmark.data.Rng;
import io.stallmark.data.TextPattern;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;

/** A text of a pattern: each {@code #} is a random digit, each {@code @} a random letter. */
final class TextSource implements ValueSource {

  private static final char LETTER = '@';

  private final TextPattern pattern;
  private final int[] letters;

  /**
   * @param template ASCII, not empty
   */
  TextSource(String template) {
    pattern = new TextPattern(template);
    letters = template.chars().map(each -> each == LETTER ? 1 : 0).toArray();
  }

  @Override
  public Type type() {
    return new Type.Text(pattern.length());
  }

  @Override
  public void draw(Rng rng, Args values, int slot) {
    byte[] into = values.text(slot);
    pattern.fill(rng, into);
    for (int i = 0; i < letters.length; i++) {
      if (letters[i] == 1) {
        into[i] = (byte) rng.uniform('a', 'z');
      }
    }
    values.length(slot, letters.length);
  }
}
