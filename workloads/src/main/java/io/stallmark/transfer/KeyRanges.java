package io.stallmark.transfer;

/**
 * Division of the keys 1 to n into ranges, and of a range into pages that are read at once.
 *
 * @param keys number of keys
 * @param size number of keys of a range
 * @param page number of keys of a page
 */
record KeyRanges(long keys, long size, int page) {

  /** Aim for the bytes of a range, and of a page. */
  private static final long RANGE_BYTES = 64L << 20;

  private static final long LEAST_BYTES = 1L << 20;
  private static final int PAGE_BYTES = 2 << 20;
  private static final int MOST_ROWS = 2000;

  /** Ranges for each worker, unless they are small. */
  private static final int EACH = 4;

  /** Divides keys so that a range is about 64 MiB, or less if there are few for each worker. */
  static KeyRanges of(long keys, int meanBytes, int workers) {
    long least = Math.max(1, LEAST_BYTES / meanBytes);
    long most = Math.max(1, RANGE_BYTES / meanBytes);
    long share = (keys + (long) EACH * workers - 1) / ((long) EACH * workers);
    int page = Math.max(1, Math.min(MOST_ROWS, PAGE_BYTES / meanBytes));
    return new KeyRanges(keys, Math.max(least, Math.min(most, share)), page);
  }

  /** Number of ranges. */
  long count() {
    return (keys + size - 1) / size;
  }

  /** First key of a range. */
  long first(long range) {
    return range * size + 1;
  }

  /** Last key of a range. */
  long last(long range) {
    return Math.min(keys, (range + 1) * size);
  }
}
