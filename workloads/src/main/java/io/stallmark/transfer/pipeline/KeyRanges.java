package io.stallmark.transfer.pipeline;

/**
 * Division of the keys of a table into ranges of about the same width, and of a range into pages
 * that are read at once.
 *
 * @param first lowest key
 * @param last highest key; below {@code first}: the table has no rows
 * @param count number of ranges
 * @param page number of keys of a page; 0: a range is one page
 */
public record KeyRanges(long first, long last, long count, int page) {

  /** A table without rows. */
  public static final KeyRanges EMPTY = new KeyRanges(0, -1, 1, 0);

  /** A table of unknown keys, as one range. */
  public static final KeyRanges WHOLE = new KeyRanges(0, 0, 1, 0);

  /** Aim for the bytes of a range, and of a page. */
  private static final long RANGE_BYTES = 64L << 20;

  private static final long LEAST_BYTES = 1L << 20;
  private static final int PAGE_BYTES = 2 << 20;
  private static final int MOST_ROWS = 2000;

  /** Ranges for each client, unless they are small. */
  private static final int EACH = 4;

  /** Divides keys into at most this number of ranges, of one page each. */
  public static KeyRanges of(long first, long last, int most) {
    long distance = last - first; // negative: more than a signed number can express
    long count = distance < 0 || distance >= most ? most : distance + 1;
    return new KeyRanges(first, last, count, 0);
  }

  /**
   * Divides the keys 1 to n so that a range has about 64 MiB, or less if there are few for each
   * client.
   */
  public static KeyRanges ofRows(long rows, int meanBytes, int clients) {
    long least = Math.max(1, LEAST_BYTES / meanBytes);
    long most = Math.max(1, RANGE_BYTES / meanBytes);
    long share = (rows + (long) EACH * clients - 1) / ((long) EACH * clients);
    long size = Math.max(least, Math.min(most, share));
    int page = Math.max(1, Math.min(MOST_ROWS, PAGE_BYTES / meanBytes));
    return new KeyRanges(1, rows, (rows + size - 1) / size, page);
  }

  /** Lowest key of a range, from 0. */
  public long low(long range) {
    long distance = last - first;
    long rest = Long.remainderUnsigned(distance, count);
    return first + range * Long.divideUnsigned(distance, count) + Math.min(range, rest);
  }

  /** Highest key of a range. */
  public long high(long range) {
    return range == count - 1 ? last : low(range + 1) - 1;
  }

  /**
   * Last key of a page.
   *
   * @param key first key of the page
   * @param end last key of its range
   */
  long endOfPage(long key, long end) {
    return page == 0 ? end : Math.min(end, key + page - 1);
  }
}
