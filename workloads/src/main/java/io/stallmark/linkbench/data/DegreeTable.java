package io.stallmark.linkbench.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * Number of links of a node by its rank among n nodes; rank 0 has the most links. Rank r gets the
 * smallest degree that at least the fraction 1 − r/n of all nodes does not exceed. The degree thus
 * depends on r/n alone, for a graph of any size.
 *
 * <p>The fractions are those of LinkBench's {@code Distribution.dat}, section {@code nlinks}. Each
 * line has a degree and the percentage of nodes that do not exceed it. A lookup allocates nothing.
 */
final class DegreeTable {

  /** Degree of rank 0 in a graph of any size. */
  static final long MOST = 961_963;

  private static final String RESOURCE = "out-degrees.txt.gz";
  private static final double PERCENT = 100;

  private static final int[] DEGREES;
  private static final double[] SHARES;

  static {
    List<String> lines = lines();
    DEGREES = new int[lines.size()];
    SHARES = new double[lines.size()];
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      int space = line.indexOf(' ');
      DEGREES[i] = Integer.parseInt(line.substring(0, space));
      SHARES[i] = Double.parseDouble(line.substring(space + 1)) / PERCENT;
    }
  }

  private DegreeTable() {}

  private static List<String> lines() {
    try (InputStream in = DegreeTable.class.getResourceAsStream(RESOURCE);
        GZIPInputStream text = new GZIPInputStream(Objects.requireNonNull(in, RESOURCE))) {
      return new BufferedReader(new InputStreamReader(text, StandardCharsets.US_ASCII))
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long degree(long rank, long n) {
    double share = 1 - (double) rank / n;
    int low = 0;
    int high = SHARES.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (SHARES[middle] < share) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return DEGREES[low];
  }
}
