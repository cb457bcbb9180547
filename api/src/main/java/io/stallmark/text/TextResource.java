package io.stallmark.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.TreeMap;

/** Texts by their keys, from a file of properties in the package of a class. Immutable. */
public final class TextResource {

  private final ResourceBundle texts;

  /**
   * @param owner class in whose package the resource is
   * @param name name of the resource, without {@code .properties}
   */
  public TextResource(Class<?> owner, String name) {
    texts =
        ResourceBundle.getBundle(
            owner.getPackageName() + "." + name, Locale.ROOT, owner.getClassLoader());
  }

  /** Returns the text of a key; empty: there is none. */
  public String get(String key) {
    return texts.containsKey(key) ? texts.getString(key) : "";
  }

  /** Returns the texts whose keys begin with a word and a point, by the rest of their keys. */
  public Map<String, String> group(String word) {
    Map<String, String> group = new TreeMap<>();
    for (String key : texts.keySet()) {
      if (key.startsWith(word + ".")) {
        group.put(key.substring(word.length() + 1), get(key));
      }
    }
    return group;
  }

  /** Returns the whole text of a file in the package of a class. */
  public static String whole(Class<?> owner, String file) {
    try (InputStream in = owner.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
