package io.stallmark.pgbench.expression;

/**
 * Smallest part of an expression.
 *
 * @param text as written; of a word in lower case, of a variable without the colon
 * @param place number of characters before it
 */
record Token(Type type, String text, int place) {

  /** Kind of a token. */
  enum Type {
    INTEGER,
    REAL,
    VARIABLE,
    /** A name of a function, or a word of the language. */
    WORD,
    SYMBOL,
    END
  }

  boolean is(String word) {
    return (type == Type.WORD || type == Type.SYMBOL) && text.equals(word);
  }

  /** The token in a message. */
  String shown() {
    return type == Type.END
        ? "the end of the line"
        : "'" + (type == Type.VARIABLE ? ":" : "") + text + "'";
  }
}
