package io.stallmark.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** What a user who mistyped a name may have meant. */
public final class NearestWord {

  private NearestWord() {}

  /** The valid name with the fewest edits, if it is near enough to be a likely slip. */
  public static Optional<String> of(String given, Collection<String> valid) {
    String typed = given.toLowerCase(Locale.ROOT);
    int far = Math.max(2, typed.length() / 3);
    return valid.stream()
        .filter(name -> distance(typed, name) <= far || startsAlike(typed, name))
        .min(
            Comparator.comparing((String name) -> !startsAlike(typed, name))
                .thenComparing(name -> distance(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** To follow a complaint: the nearest name, or all valid ones where none is near. */
  public static String hint(String given, Collection<String> valid) {
    return of(given, valid)
        .map(name -> "did you mean " + name + "?")
        .orElseGet(
            () ->
                valid.isEmpty()
                    ? "there are none"
                    : "there are " + String.join(", ", valid.stream().sorted().toList()));
  }

  private static int distance(String typed, String name) {
    return LevenshteinDistance.getDefaultInstance().apply(typed, name.toLowerCase(Locale.ROOT));
  }

  private static boolean startsAlike(String typed, String name) {
    return typed.length() >= 3 && name.toLowerCase(Locale.ROOT).startsWith(typed);
  }
}
