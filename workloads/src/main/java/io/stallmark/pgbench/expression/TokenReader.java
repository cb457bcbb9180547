package io.stallmark.pgbench.expression;

import io.stallmark.spec.SpecException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits an expression into tokens. */
final class TokenReader {

  private static final String LETTER = "a-zA-Z_\\x{80}-\\x{10FFFF}";

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+"
              + "|(?<real>\\d+\\.\\d*(?:[eE][-+]?\\d+)?|\\.\\d+(?:[eE][-+]?\\d+)?|\\d+[eE][-+]?\\d+)"
              + "|(?<integer>\\d+)"
              + "|:(?<variable>["
              + LETTER
              + "0-9]+)"
              + "|(?<word>["
              + LETTER
              + "]["
              + LETTER
              + "0-9]*)"
              + "|(?<symbol><>|!=|<=|>=|<<|>>|[-+*/%=(),<>|#&~])");

  private TokenReader() {}

  /** Returns the tokens of a text, the last of which is its end. */
  static List<Token> read(String text) throws SpecException {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new SpecException(
            "unexpected character '%s'", Character.toString(text.codePointAt(at)));
      }
      for (Token.Type type :
          List.of(
              Token.Type.REAL,
              Token.Type.INTEGER,
              Token.Type.VARIABLE,
              Token.Type.WORD,
              Token.Type.SYMBOL)) {
        String found = matcher.group(type.name().toLowerCase(Locale.ROOT));
        if (found != null) {
          String word = type == Token.Type.WORD ? found.toLowerCase(Locale.ROOT) : found;
          tokens.add(new Token(type, word, at));
        }
      }
      at = matcher.end();
    }
    tokens.add(new Token(Token.Type.END, "", at));
    return tokens;
  }
}
