package io.stallmark.ycsb;

import io.stallmark.data.Rng;
import io.stallmark.spi.workload.Setting;
import io.stallmark.ycsb.request.RequestDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Shares of the operations in a workload of YCSB. Immutable. */
final class RecordMix {

  /** Operations in the order in which YCSB draws them. */
  enum Operation {
    READ,
    UPDATE,
    INSERT,
    SCAN,
    READ_MODIFY_WRITE;

    /** Setting of the share. */
    String setting() {
      return Setting.word(this).replace('_', '-') + "-proportion";
    }

    /** Share with {@code workload=custom} that YCSB's code has by default. */
    double usual() {
      return this == READ ? 0.95 : this == UPDATE ? 0.05 : 0;
    }
  }

  /** Name of the workload whose shares are settings. */
  static final String CUSTOM = "custom";

  /** YCSB's workloads: shares of reads, updates, inserts, scans and read-modify-writes. */
  private static final Map<String, RecordMix> STANDARD = new LinkedHashMap<>();

  static {
    STANDARD.put("a", new RecordMix(RequestDistribution.ZIPFIAN, 0.5, 0.5, 0, 0, 0));
    STANDARD.put("b", new RecordMix(RequestDistribution.ZIPFIAN, 0.95, 0.05, 0, 0, 0));
    STANDARD.put("c", new RecordMix(RequestDistribution.ZIPFIAN, 1, 0, 0, 0, 0));
    STANDARD.put("d", new RecordMix(RequestDistribution.LATEST, 0.95, 0, 0.05, 0, 0));
    STANDARD.put("e", new RecordMix(RequestDistribution.ZIPFIAN, 0, 0, 0.05, 0.95, 0));
    STANDARD.put("f", new RecordMix(RequestDistribution.ZIPFIAN, 0.5, 0, 0, 0, 0.5));
  }

  private final RequestDistribution requests;
  private final double[] shares;

  /**
   * @param requests distribution of requests that YCSB uses with these shares
   * @param shares share of each operation, by ordinal; they need not add up to 1
   */
  RecordMix(RequestDistribution requests, double... shares) {
    this.requests = requests;
    this.shares = shares.clone();
  }

  /** Names of the workloads. */
  static List<String> names() {
    List<String> words = new ArrayList<>(STANDARD.keySet());
    words.add(CUSTOM);
    return words;
  }

  /** Returns the mix of one of YCSB's workloads. */
  static RecordMix of(String word) {
    return Objects.requireNonNull(STANDARD.get(word), word);
  }

  RequestDistribution requests() {
    return requests;
  }

  double share(Operation operation) {
    return shares[operation.ordinal()] / Arrays.stream(shares).sum();
  }

  boolean has(Operation operation) {
    return shares[operation.ordinal()] > 0;
  }

  /** Operations of the mix, in YCSB's order. */
  List<Operation> operations() {
    return Arrays.stream(Operation.values()).filter(this::has).toList();
  }

  /** Creates the draw of a client's operations, which does not allocate. */
  Draw draw() {
    List<Operation> operations = operations();
    double[] until = new double[operations.size()];
    double sum = 0;
    for (int i = 0; i < until.length; i++) {
      sum += share(operations.get(i));
      until[i] = sum;
    }
    return new Draw(until);
  }

  /** Draws indexes in {@link #operations}. */
  record Draw(double[] until) {

    int next(Rng rng) {
      double u = rng.nextDouble();
      int index = 0;
      while (index < until.length - 1 && u >= until[index]) {
        index++;
      }
      return index;
    }
  }
}
