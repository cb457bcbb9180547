package io.stallmark.transfer.format;

import io.stallmark.text.RefusedException;
import java.util.Map;

/**
 * Rules of a CSV file beyond RFC 4180.
 *
 * @param delimiter character between fields
 * @param absent unquoted text that means NULL
 * @param header whether the first line has the names of the columns
 */
public record CsvSyntax(char delimiter, String absent, boolean header) {

  /** Defaults of PostgreSQL's COPY, with a header. */
  public static final CsvSyntax USUAL = new CsvSyntax(',', "", true);

  private static final Map<String, String> WORDS = Map.of("tab", "\t", "\\t", "\t", "space", " ");
  private static final String SPECIAL = "\"\r\n\\+-."; // those of numbers are not quoted

  /**
   * Reads options.
   *
   * @param delimiter a character, or one of the words tab and space
   * @throws RefusedException if a file of this syntax would be ambiguous
   */
  public static CsvSyntax of(String delimiter, String absent, boolean header) {
    String given = WORDS.getOrDefault(delimiter, delimiter);
    if (given.length() != 1
        || given.charAt(0) >= 0x7F
        || SPECIAL.contains(given)
        || Character.isLetterOrDigit(given.charAt(0))) {
      throw new RefusedException(
          "-p delimiter is one ASCII character such as , ; | or one of the words tab and space, not '%s'",
          delimiter);
    }
    char character = given.charAt(0);
    for (int i = 0; i < absent.length(); i++) {
      char c = absent.charAt(i);
      if (c == character || c == '"' || c == '\r' || c == '\n' || c >= 0x7F) {
        throw new RefusedException(
            "-p null is ASCII text without the delimiter, quotes and line ends");
      }
    }
    return new CsvSyntax(character, absent, header);
  }

  /** Appends a text, in quotes if it would be read differently without. */
  void text(byte[] bytes, int length, boolean quoted, OutputBytes out) {
    if (!quoted && !needsQuotes(bytes, length)) {
      out.bytes(bytes, length);
      return;
    }
    out.int8('"');
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '"') {
        out.int8('"');
      }
      out.int8(bytes[i]);
    }
    out.int8('"');
  }

  private boolean needsQuotes(byte[] bytes, int length) {
    boolean isAbsent = length == absent.length();
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      if (b == delimiter || b == '"' || b == '\r' || b == '\n' || b == ' ' || b == '\t') {
        return true;
      }
      isAbsent &= i < absent.length() && b == absent.charAt(i);
    }
    // A byte order mark before the first field would be taken for that of the file.
    return isAbsent || (length > 0 && bytes[0] == (byte) 0xEF);
  }
}
