package io.stallmark.ycsb;

import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import io.stallmark.ycsb.RecordMix.Operation;
import io.stallmark.ycsb.data.FieldContent;
import io.stallmark.ycsb.data.FieldShape;
import io.stallmark.ycsb.data.RecordKeys;
import io.stallmark.ycsb.request.RequestDistribution;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Resolved settings.
 *
 * @param table the table and its operations
 * @param mix shares of the operations
 * @param requests distribution of requests
 * @param records number of records that a load inserts, numbered from 0
 * @param space number of records that Zipfian requests choose among
 * @param readsAll whether reads read all fields, not a random one
 * @param writesAll whether updates write all fields, not a random one
 * @param longestScan longest scan in records; the lengths are uniform from 1 on
 * @param integrity whether the content of fields is a function of the key, and reads compare it
 * @param asYcsb whether traps of YCSB are kept: {@code fidelity=ycsb}
 */
record YcsbOptions(
    UserTable table,
    RecordMix mix,
    RequestDistribution requests,
    long records,
    long space,
    FieldShape fields,
    RecordKeys keys,
    int batch,
    boolean readsAll,
    boolean writesAll,
    int longestScan,
    boolean integrity,
    boolean asYcsb,
    long seed) {

  /** YCSB expects twice as many inserts as there will be on average. */
  private static final double EXPECTED_INSERTS = 2;

  /** Bytes of random fields that are never equal by chance: 10 times 5 bits. */
  private static final int NEVER_EQUAL = 10;

  /**
   * @throws RefusedException with a message for the user
   */
  static YcsbOptions resolve(Settings settings, long seed) {
    FieldShape fields =
        new FieldShape(
            settings.int32(YcsbWorkload.FIELDS),
            settings.int32(YcsbWorkload.FIELD_LENGTH),
            settings.choice(YcsbWorkload.FIELD_LAW, FieldShape.Lengths.class));
    boolean integrity = isOn(settings, YcsbWorkload.INTEGRITY);
    if (integrity && fields.lengths() != FieldShape.Lengths.CONSTANT) {
      throw new RefusedException("integrity=on needs fields of field-law=constant");
    }
    RecordMix mix = mix(settings);
    String request = settings.choice(YcsbWorkload.REQUEST);
    long records = settings.integer(YcsbWorkload.RECORDS);
    boolean asYcsb = settings.choice(YcsbWorkload.FIDELITY).equals(YcsbWorkload.AS_YCSB);
    if (!asYcsb && settings.integer(YcsbWorkload.OPERATIONS) > 0) {
      throw new RefusedException("operations needs fidelity=ycsb; --events ends a run");
    }
    double expected =
        settings.integer(YcsbWorkload.OPERATIONS) * mix.share(Operation.INSERT) * EXPECTED_INSERTS;
    return new YcsbOptions(
        new UserTable(fields),
        mix,
        request.equals(YcsbWorkload.AUTO)
            ? mix.requests()
            : settings.choice(YcsbWorkload.REQUEST, RequestDistribution.class),
        records,
        records + (asYcsb ? (long) expected : 0) + 1, // YCSB's range includes its end
        fields,
        new RecordKeys(
            settings.choice(YcsbWorkload.KEY_ORDER).equals(YcsbWorkload.HASHED),
            settings.int32(YcsbWorkload.KEY_DIGITS)),
        settings.int32(YcsbWorkload.BATCH),
        isOn(settings, YcsbWorkload.READ_ALL),
        isOn(settings, YcsbWorkload.WRITE_ALL),
        settings.int32(YcsbWorkload.SCAN_MAX),
        integrity,
        asYcsb,
        seed);
  }

  private static boolean isOn(Settings settings, String name) {
    return settings.choice(name).equals(YcsbWorkload.ON);
  }

  private static RecordMix mix(Settings settings) {
    String workload = settings.choice(YcsbWorkload.WORKLOAD);
    if (!workload.equals(RecordMix.CUSTOM)) {
      for (Operation operation : Operation.values()) {
        if (settings.real(operation.setting()) != operation.usual()) {
          throw new RefusedException(operation.setting() + " needs workload=custom");
        }
      }
      return RecordMix.of(workload);
    }
    double[] shares =
        Arrays.stream(Operation.values()).mapToDouble(o -> settings.real(o.setting())).toArray();
    if (Arrays.stream(shares).sum() == 0) {
      throw new RefusedException("workload=custom needs an operation with a proportion");
    }
    return new RecordMix(RequestDistribution.UNIFORM, shares);
  }

  /** Settings with the values that the workload has chosen. */
  Settings settings(Settings given) {
    Map<String, Object> values = new HashMap<>();
    values.put(YcsbWorkload.REQUEST, Setting.word(requests));
    for (Operation operation : Operation.values()) {
      values.put(operation.setting(), mix.share(operation));
    }
    return given.with(values);
  }

  /**
   * Whether an update writes bytes that are not there yet. Otherwise servers that count changed
   * rows may report none.
   */
  boolean changesFields() {
    return !integrity
        && fields.lengths() == FieldShape.Lengths.CONSTANT
        && fields.length() >= NEVER_EQUAL;
  }

  /** Creates the content of records, for one thread. */
  FieldContent content() {
    return new FieldContent(fields, integrity, keys, seed);
  }
}
