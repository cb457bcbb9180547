package io.stallmark.report;

import java.util.regex.Pattern;

/** Colours of the words that a user must not miss, as escape sequences of a terminal. */
final class TerminalColors {

  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String GREEN = "\u001b[32m";
  private static final String NORMAL = "\u001b[0m";

  private static final Pattern BAD = Pattern.compile("^(FAILED|stallmark:)|\\b(MISSED|STALL)\\b");
  private static final Pattern DOUBTFUL = Pattern.compile("^(UNTRUSTED|Warning:)|  (starved)\\b");
  private static final Pattern GOOD = Pattern.compile("^Trusted:");

  private TerminalColors() {}

  /** Returns a line of the program with colours. */
  static String paint(String line) {
    String painted = BAD.matcher(line).replaceAll(RED + "$0" + NORMAL);
    painted = DOUBTFUL.matcher(painted).replaceAll(YELLOW + "$0" + NORMAL);
    return GOOD.matcher(painted).replaceAll(GREEN + "$0" + NORMAL);
  }
}
