package io.stallmark.transfer.file;

/**
 * Finds the documents in a text as it is read, and makes each of them one line, by other bytes in
 * the same place. For one file and one thread.
 */
abstract class TextDocuments {

  /** Line feeds that the current document lost, and its lead before it began. */
  private int joined;

  private int lead;

  /** Restarts the search at the start of a document, some of which may have been searched. */
  abstract void begin();

  /**
   * Returns the end of a document, after its line feed; -1: it is incomplete.
   *
   * @param from index at which the last call ended
   */
  abstract int end(byte[] bytes, int from, int length);

  /** Whether there is more than space since the last document. */
  abstract boolean isOpen();

  /** Notes a line feed that was removed; one that was inserted is negative. */
  final void join(int feeds, boolean beforeStart) {
    joined += feeds;
    if (beforeStart) {
      lead += feeds;
    }
  }

  /** Number of lines between the end of the last document and the start of the next one. */
  final int lead() {
    return lead;
  }

  /** Ends a document. Returns its number of lines in the file. */
  final int take() {
    int lines = joined + 1;
    joined = 0;
    lead = 0;
    return lines;
  }

  /**
   * Lines of values between tabs. LOAD DATA reads a line feed or tab after a backslash as part of
   * the value, and that is how {@code SELECT … INTO OUTFILE} writes it.
   */
  static final class Tsv extends TextDocuments {

    private boolean escaped;
    private boolean open;

    @Override
    void begin() {
      escaped = false;
      open = false;
    }

    @Override
    int end(byte[] bytes, int from, int length) {
      for (int i = from; i < length; i++) {
        byte b = bytes[i];
        if (escaped) {
          escaped = false;
          if (b == '\n') {
            bytes[i] = 'n';
            join(1, false);
          } else if (b == '\t') {
            bytes[i] = 't';
          }
        } else if (b == '\\') {
          escaped = true;
        } else if (b == '\n') {
          open = false;
          return i + 1;
        }
      }
      open |= from < length;
      return -1;
    }

    @Override
    boolean isOpen() {
      return open;
    }
  }

  /**
   * Documents in JSON: one in each line, over several lines, or as the elements of an array. What
   * is no JSON ends with its line, so that the parser refuses that line.
   */
  static final class Json extends TextDocuments {

    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean open;

    @Override
    void begin() {
      depth = 0;
      inText = false;
      escaped = false;
      open = false;
    }

    @Override
    int end(byte[] bytes, int from, int length) {
      for (int i = from; i < length; i++) {
        byte b = bytes[i];
        if (inText && b != '\n') {
          inText = escaped || b != '"';
          escaped = !escaped && b == '\\';
        } else if (b == '\n') {
          if (open && (depth == 0 || inText)) {
            begin();
            return i + 1;
          }
          bytes[i] = ' ';
          join(1, !open);
        } else if (depth == 0 && (b == '[' || b == ']') && !isValue(b)) {
          bytes[i] = ' ';
        } else if (depth == 0 && b == ',') {
          if (open) {
            bytes[i] = '\n';
            join(-1, false);
            begin();
            return i + 1;
          }
          bytes[i] = ' ';
        } else if (b != ' ' && b != '\t' && b != '\r') {
          open = true;
          inText = b == '"';
          depth += b == '{' || b == '[' ? 1 : depth > 0 && (b == '}' || b == ']') ? -1 : 0;
        }
      }
      return -1;
    }

    /** Whether a bracket follows a value in its line, so that it is not that of an array of all. */
    private boolean isValue(byte bracket) {
      return open && bracket == '[';
    }

    @Override
    boolean isOpen() {
      return open;
    }
  }
}
