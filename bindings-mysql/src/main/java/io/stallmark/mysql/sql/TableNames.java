package io.stallmark.mysql.sql;

import io.stallmark.text.Text;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of the tables in a statement, found by the words before them. May contain other names, such
 * as those of common table expressions.
 */
final class TableNames {

  /** Words that are followed by a table's name, or by several. */
  private static final Set<String> BEFORE =
      Set.of("from", "join", "straight_join", "into", "update", "table", "truncate");

  /** Words that are followed by a table's name if a statement begins with them. */
  private static final Set<String> FIRST = Set.of("insert", "replace");

  /** Words before {@code update} that give it another meaning. */
  private static final Set<String> NO_UPDATE = Set.of("for", "on", "key");

  /** Words between one of these words and the name. */
  private static final Set<String> BETWEEN =
      Text.wordSet("low_priority high_priority delayed quick ignore if not exists only lateral");

  /** Words that end a list of tables, or take the place of one. */
  private static final Set<String> ENDS =
      Text.wordSet(
          """
          select set values value where on using group order having limit union for outfile
          dumpfile add drop modify change to
          """);

  private enum State {
    OTHER,
    /** A name is next. */
    BEFORE_NAME,
    /** After a name: a comma leads to the next one. */
    AFTER_NAME
  }

  private final Set<String> names = new LinkedHashSet<>();
  private final Deque<State> open = new ArrayDeque<>();
  private State state = State.OTHER;
  private @Nullable String name;

  /** Returns the names in lower case, without quotes and schema. */
  Set<String> names() {
    keep();
    return names;
  }

  private void keep() {
    if (name != null) {
      names.add(name);
      name = null;
    }
  }

  /**
   * Accepts a word without quotes, in lower case.
   *
   * @param before the token before it
   * @param first whether a statement begins with it
   */
  void word(String word, String before, boolean first) {
    keep();
    boolean other = word.equals("update") && NO_UPDATE.contains(before);
    if ((BEFORE.contains(word) && !other) || (first && FIRST.contains(word))) {
      state = State.BEFORE_NAME;
    } else if (ENDS.contains(word) || word.startsWith("@")) {
      state = State.OTHER;
    } else if (!BETWEEN.contains(word)) {
      name(word);
    }
  }

  /** Accepts a name in back quotes, in lower case. */
  void quoted(String token) {
    keep();
    name(token.substring(1, Math.max(1, token.length() - 1)).replace("``", "`"));
  }

  private void name(String found) {
    if (state == State.BEFORE_NAME) {
      name = found;
      state = State.AFTER_NAME;
    }
  }

  /** Accepts a literal or a placeholder. */
  void value() {
    keep();
    if (state == State.BEFORE_NAME) {
      state = State.OTHER;
    }
  }

  void symbol(char c) {
    if (c == '.' && name != null) {
      name = null; // a schema's
      state = State.BEFORE_NAME;
      return;
    }
    keep();
    if (c == '(') {
      open.push(state);
      state = state == State.BEFORE_NAME ? state : State.OTHER;
    } else if (c == ')') {
      boolean inList = !open.isEmpty() && open.pop() != State.OTHER;
      state = inList ? State.AFTER_NAME : State.OTHER;
    } else if (c == ',') {
      state = state == State.AFTER_NAME ? State.BEFORE_NAME : state;
    } else if (c == ';') {
      open.clear();
      state = State.OTHER;
    }
  }
}
