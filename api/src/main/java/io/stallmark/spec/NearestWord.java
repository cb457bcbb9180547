package io.stallmark.spec;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.JaroWinklerDistance;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggests valid names for a mistyped name. */
public final class NearestWord {

  private NearestWord() {}

  /** Returns the valid name with the smallest edit distance; empty if none is similar enough. */
  public static Optional<String> of(String given, Collection<String> valid) {
    String typed = given.toLowerCase(Locale.ROOT);
    int far = typed.length() < 3 ? 0 : Math.max(2, typed.length() / 3);
    return valid.stream()
        .filter(name -> distance(typed, name) <= far || startsAlike(typed, name))
        .min(
            Comparator.comparing((String name) -> !startsAlike(typed, name))
                .thenComparing(name -> distance(typed, name))
                .thenComparing(name -> new JaroWinklerDistance().apply(typed, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Returns the end of an error message: the nearest name, or all valid names if none is similar.
   */
  public static String hint(String given, Collection<String> valid) {
    return of(given, valid)
        .map(name -> "did you mean " + name + "?")
        .orElseGet(
            () ->
                switch (valid.size()) {
                  case 0 -> "there are none";
                  case 1 -> "there is only " + valid.iterator().next();
                  default -> "there are " + String.join(", ", valid.stream().sorted().toList());
                });
  }

  private static int distance(String typed, String name) {
    return LevenshteinDistance.getDefaultInstance().apply(typed, name.toLowerCase(Locale.ROOT));
  }

  private static boolean startsAlike(String typed, String name) {
    return typed.length() >= 3 && name.toLowerCase(Locale.ROOT).startsWith(typed);
  }

  /**
   * Returns the constant of that name, in any case.
   *
   * @throws SpecException with all names when there is none
   */
  public static <E extends Enum<E>> E constant(String text, List<E> constants)
      throws SpecException {
    List<String> words =
        constants.stream().map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
    int index = words.indexOf(text.toLowerCase(Locale.ROOT));
    if (index < 0) {
      throw new SpecException("'" + text + "' is not one of " + String.join(", ", words));
    }
    return constants.get(index);
  }
}
