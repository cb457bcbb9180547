package io.stallmark.it.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what gives up a wait after a time of its own, or waits for time alone, in Java source. */
final class PrivateDeadlines {

  private static final String UNIT = "[^()]*(?:\\([^()]*\\)[^()]*)*,\\s*(?:TimeUnit\\.)?[A-Z]+S";

  /** {@code get}, {@code poll} and others are so only with a unit of time. */
  private static final Pattern DEADLINE =
      Pattern.compile(
          "@Timeout\\b|\\bassertTimeout\\w*\\(|\\.(?:atMost|awaitTermination|orTimeout|sleep)\\("
              + "|\\.completeOnTimeout\\("
              + "|\\.waitFor\\(\\s*[^\\s)]|\\.setSoTimeout\\(\\s*[^\\s0)]|(?<!String)\\.join\\(\\s*[\\dA-Z]"
              + "|\\.(?:get|poll|await|tryAcquire|offer|invokeAll)\\("
              + UNIT
              + "\\s*\\)"
              + "|\\bAwaitility\\s*\\.await\\([^()]*\\)(?!\\s*\\.forever\\(\\))");

  private static final String STATIC = "import static org.awaitility.Awaitility.await;";

  private static final Pattern COMMENT = Pattern.compile("//.*|(?s)/\\*.*?\\*/");

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;$");

  /**
   * As google-java-format indents: a class ends the file, a method ends with a brace in its column.
   */
  private static final Pattern REAL_TIME =
      Pattern.compile("(?ms)^@RealTime$.*\\z|^( *)@RealTime$.*?^\\1}$");

  private PrivateDeadlines() {}

  /** The offending calls of a file, outside what is annotated {@code @RealTime}. */
  static List<String> of(String source) {
    String code = COMMENT.matcher(source).replaceAll("");
    if (code.contains(STATIC)) {
      code = code.replaceAll("(?<![.\\w])await\\(", "Awaitility.await(");
    }
    code = IMPORT.matcher(code).replaceAll("");
    code = REAL_TIME.matcher(code).replaceAll("");
    List<String> found = new ArrayList<>();
    Matcher matcher = DEADLINE.matcher(code);
    while (matcher.find()) {
      found.add(matcher.group().replaceAll("\\s+", ""));
    }
    return found;
  }
}
