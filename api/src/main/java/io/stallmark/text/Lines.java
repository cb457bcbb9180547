package io.stallmark.text;

import java.util.ArrayList;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Lines or sentences for the user. Not thread-safe. */
public final class Lines extends ArrayList<String> {

  private static final long serialVersionUID = 1;

  public Lines() {}

  public Lines(Collection<String> first) {
    super(first);
  }

  /** Adds a line that is formatted as by {@link Text#format}. */
  public void add(String format, @Nullable Object... values) {
    add(Text.format(format, values));
  }
}
