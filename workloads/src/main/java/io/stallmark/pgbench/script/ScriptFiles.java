package io.stallmark.pgbench.script;

import io.stallmark.spec.SpecEntries;
import io.stallmark.spec.SpecException;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.Sha256;
import io.stallmark.text.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the files that {@code --file} names, each with a weight: {@code a.sql@3}. */
public final class ScriptFiles {

  private static final Pattern WEIGHTED = Pattern.compile("(?s)(.+)@(\\d{1,9})");

  private ScriptFiles() {}

  /**
   * Reads scripts.
   *
   * @param files as the setting has them
   * @param preset variables that are set before the first command
   * @param inStrings whether variables in strings are replaced too
   * @throws SpecException if a file cannot be read or is no script; the message is for the user
   */
  public static Scripts read(String files, Set<String> preset, boolean inStrings)
      throws SpecException {
    List<Script> scripts = new ArrayList<>();
    for (String each : SpecEntries.parts(files)) {
      Matcher weighted = WEIGHTED.matcher(each);
      scripts.add(
          weighted.matches()
              ? script(weighted.group(1), Long.parseLong(weighted.group(2)))
              : script(each, 1));
    }
    if (scripts.stream().allMatch(script -> script.weight() == 0)) {
      throw new SpecException("--file: all weights are 0");
    }
    return new Scripts(scripts, preset, inStrings);
  }

  private static Script script(String file, long weight) throws SpecException {
    if (!Files.exists(Path.of(file))) {
      throw new SpecException("There is no file %s", file);
    }
    try {
      byte[] bytes = Files.readAllBytes(Path.of(file));
      String text = new String(bytes, StandardCharsets.UTF_8);
      int wrong = Arrays.mismatch(bytes, text.getBytes(StandardCharsets.UTF_8));
      if (wrong >= 0) {
        String before = new String(bytes, 0, wrong, StandardCharsets.ISO_8859_1);
        throw new SpecException(
            "%s, line %d: this is not text in UTF-8", file, before.split("\n", -1).length);
      }
      return new Script(file, weight, ScriptReader.read(file, text), Sha256.of(bytes));
    } catch (IOException e) {
      throw new SpecException(Text.format("%s cannot be read: %s", file, FileTrouble.reason(e)));
    }
  }
}
