package io.stallmark.linkbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.data.Rng;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadDataTest {

  private static final PayloadData LINKS = PayloadData.ofLinks(8, FidelityOptions.AS_CODED, 1);
  private static final PayloadData NODES = PayloadData.ofNodes(128, 1);

  @Test
  void linksHaveLengthsOfTheOriginal() {
    int[] lengths = lengths(LINKS);

    assertThat(mean(lengths)).isCloseTo(13.17, Offset.offset(0.2));
    assertThat(lengths[DistributionSample.DRAWS / 2]).isEqualTo(8);
    assertThat(lengths[DistributionSample.DRAWS * 95 / 100]).isBetween(41, 43);
    assertThat(lengths[DistributionSample.DRAWS * 99 / 100]).isBetween(80, 84);
    assertThat(lengths[DistributionSample.DRAWS - 1]).isEqualTo(254);
    assertThat(share(lengths, 0)).isCloseTo(0.0027, Offset.offset(0.0006));
  }

  @Test
  void nodesHaveLengthsOfTheOriginal() {
    int[] lengths = lengths(NODES);

    assertThat(mean(lengths)).isCloseTo(210.7, Offset.offset(3.1));
    assertThat(lengths[DistributionSample.DRAWS / 2]).isBetween(127, 129);
    assertThat(lengths[DistributionSample.DRAWS * 95 / 100]).isBetween(650, 674);
    assertThat(lengths[DistributionSample.DRAWS * 99 / 100]).isBetween(1_270, 1_342);
    assertThat(lengths[DistributionSample.DRAWS - 1]).isGreaterThan(5_000);
  }

  @Test
  void medianMovesAllLengths() {
    int[] lengths = lengths(PayloadData.ofLinks(23, FidelityOptions.AS_CODED, 1));
    assertThat(lengths[DistributionSample.DRAWS / 2]).isEqualTo(23);
    assertThat(
            lengths(PayloadData.ofLinks(0, FidelityOptions.AS_CODED, 1))[
                DistributionSample.DRAWS - 1])
        .isZero();
    assertThat(PayloadData.ofNodes(1e9, 1).length(Rng.of(1, 1)))
        .isEqualTo(PayloadData.MOST_OF_NODE);
  }

  @ParameterizedTest
  @CsvSource({"false, 32, 100", "true, 50, 220"})
  void everyByteOfTheRangeComesAboutEquallyOften(boolean nodes, int low, int high) {
    byte[] bytes = rows(nodes ? NODES : LINKS, 400_000);
    int[] counts = new int[256];
    for (byte b : bytes) {
      counts[b & 0xff]++;
    }

    double each = bytes.length / (high - low + 1.0);
    for (int b = 0; b < 256; b++) {
      if (b < low || b > high) {
        assertThat(counts[b]).isZero();
      } else {
        assertThat(counts[b]).isBetween((int) (each / 5), (int) (each * 3));
      }
    }
  }

  /** zlib of level 6 on blocks of joined rows; the third column of what the original has. */
  @ParameterizedTest
  @CsvSource({
    "false, 4, 0.43",
    "false, 16, 0.35",
    "false, 64, 0.33",
    "true, 4, 0.72",
    "true, 16, 0.64",
    "true, 64, 0.62"
  })
  void rowsCompressAsThoseOfTheOriginal(boolean nodes, int kib, double ratio) {
    assertThat(ratio(rows(nodes ? NODES : LINKS, 512 << 10), kib << 10))
        .isCloseTo(ratio, Offset.offset(0.025));
  }

  @Test
  void smallerSampleAsDocumented_compressesBetter() {
    PayloadData documented = PayloadData.ofLinks(8, FidelityOptions.AS_DOCUMENTED, 1);

    assertThat(ratio(rows(documented, 64 << 10), 4 << 10))
        .isLessThan(ratio(rows(LINKS, 64 << 10), 4 << 10) - 0.05);
  }

  @Test
  void nothingIsWrittenBeyondTheLength() {
    for (int length : new int[] {0, 1, 3, 127, 128, 129, 300}) {
      byte[] into = new byte[512];
      NODES.fill(Rng.of(1, length), into, length);
      for (int i = 0; i < into.length; i++) {
        assertThat(into[i] != 0).isEqualTo(i < length);
      }
    }
  }

  @Test
  void sampleDependsOnTheSeed() {
    byte[] one = new byte[1_000];
    byte[] same = new byte[1_000];
    byte[] other = new byte[1_000];
    NODES.fill(Rng.of(1, 1), one, 1_000);
    PayloadData.ofNodes(128, 1).fill(Rng.of(1, 1), same, 1_000);
    PayloadData.ofNodes(128, 2).fill(Rng.of(1, 1), other, 1_000);

    assertThat(same).isEqualTo(one);
    assertThat(other).isNotEqualTo(one);
  }

  private static int[] lengths(PayloadData payload) {
    Rng rng = Rng.of(7, 8);
    int[] lengths = new int[DistributionSample.DRAWS];
    Arrays.setAll(lengths, i -> payload.length(rng));
    Arrays.sort(lengths);
    return lengths;
  }

  private static double mean(int[] lengths) {
    return Arrays.stream(lengths).average().orElseThrow();
  }

  private static double share(int[] lengths, int length) {
    return Arrays.stream(lengths).filter(l -> l == length).count() / (double) lengths.length;
  }

  /** So many bytes of rows, one after the other. */
  private static byte[] rows(PayloadData payload, int bytes) {
    Rng rng = Rng.of(7, 8);
    byte[] all = new byte[bytes];
    byte[] row = new byte[PayloadData.MOST_OF_NODE];
    for (int at = 0; at < bytes; ) {
      int length = Math.min(payload.length(rng), bytes - at);
      payload.fill(rng, row, length);
      System.arraycopy(row, 0, all, at, length);
      at += length;
    }
    return all;
  }

  private static double ratio(byte[] bytes, int block) {
    Deflater deflater = new Deflater(6);
    byte[] into = new byte[2 * block];
    long compressed = 0;
    for (int at = 0; at < bytes.length; at += block) {
      deflater.reset();
      deflater.setInput(bytes, at, block);
      deflater.finish();
      compressed += deflater.deflate(into);
    }
    deflater.end();
    return (double) compressed / bytes.length;
  }
}
