package io.stallmark.report;

import java.util.List;

/** Formats command lines of this program for a shell. */
public final class ShellText {

  private ShellText() {}

  /** Returns {@code stallmark} with arguments, quoted where a shell would change them. */
  public static String command(List<String> arguments) {
    StringBuilder line = new StringBuilder("stallmark");
    for (String word : arguments) {
      boolean plain = word.matches("[A-Za-z0-9_@%+=:,./-]+");
      line.append(' ').append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return line.toString();
  }
}
