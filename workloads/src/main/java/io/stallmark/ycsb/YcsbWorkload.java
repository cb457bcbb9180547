package io.stallmark.ycsb;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.ycsb.RecordMix.Operation;
import io.stallmark.ycsb.data.FieldShape;
import io.stallmark.ycsb.request.RequestDistribution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** The workload {@code ycsb}. */
public final class YcsbWorkload extends DeclaredWorkload {

  static final String WORKLOAD = "workload";
  static final String RECORDS = "records";
  static final String OPERATIONS = "operations";
  static final String REQUEST = "request";
  static final String FIELDS = "fields";
  static final String FIELD_LENGTH = "field-length";
  static final String FIELD_LAW = "field-law";
  static final String READ_ALL = "read-all";
  static final String WRITE_ALL = "write-all";
  static final String SCAN_MAX = "scan-max";
  static final String KEY_ORDER = "key-order";
  static final String KEY_DIGITS = "key-digits";
  static final String INTEGRITY = "integrity";
  static final String FIDELITY = "fidelity";
  static final String BATCH = "batch";
  static final String AUTO = "auto";
  static final String HASHED = "hashed";
  static final String AS_YCSB = "ycsb";
  static final String ON = "on";
  private static final String OFF = "off";

  private static final long MANY = 1L << 40;
  private static final int LONG = 1 << 20;

  /** Longest key of a record is 255 bytes. */
  private static final int MOST_DIGITS = 250;

  private final LongSupplier clock;

  public YcsbWorkload() {
    this(System::currentTimeMillis);
  }

  /**
   * @param clock milliseconds since 1970
   */
  YcsbWorkload(LongSupplier clock) {
    super("ycsb", "YCSB's workloads A to F on its table usertable", declared());
    this.clock = clock;
  }

  @Override
  public List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, 1));
  }

  private static List<Setting> declared() {
    List<Setting> all = new ArrayList<>();
    all.add(
        Setting.choice(
            WORKLOAD, RecordMix.names(), "workload of YCSB; custom: the proportions below"));
    all.add(Setting.integer(RECORDS, "1000", 1, MANY, "records that a load inserts"));
    all.add(
        Setting.integer(
            OPERATIONS,
            "0",
            0,
            MANY,
            "operationcount, from which fidelity=ycsb derives the keys of zipfian requests"));
    List<String> laws = new ArrayList<>(List.of(AUTO));
    laws.addAll(Setting.names(RequestDistribution.class));
    all.add(
        Setting.choice(
            REQUEST, laws, "distribution of the requested keys; auto: that of the workload"));
    all.add(Setting.integer(FIELDS, "10", 1, 1000, "fields of a record"));
    all.add(Setting.integer(FIELD_LENGTH, "100", 1, LONG, "maximum length of a field, in bytes"));
    all.add(
        Setting.choice(
            FIELD_LAW, FieldShape.Lengths.class, "distribution of the lengths of fields"));
    all.add(Setting.choice(READ_ALL, List.of(ON, OFF), "off: a read reads one random field"));
    all.add(Setting.choice(WRITE_ALL, List.of(OFF, ON), "off: an update writes one random field"));
    all.add(Setting.integer(SCAN_MAX, "100", 1, LONG, "maximum scan; lengths are uniform from 1"));
    all.add(
        Setting.choice(
            KEY_ORDER, List.of(HASHED, "ordered"), "whether keys are hashes of record numbers"));
    all.add(Setting.integer(KEY_DIGITS, "1", 1, MOST_DIGITS, "minimum number of digits of a key"));
    all.add(
        Setting.choice(
            INTEGRITY, List.of(OFF, ON), "on: fields follow from the key, and reads compare them"));
    all.add(
        Setting.choice(
            FIDELITY,
            List.of("exact", AS_YCSB),
            "ycsb: behave as YCSB where its program differs from its description"));
    for (Operation operation : Operation.values()) {
      all.add(
          Setting.real(
              operation.setting(),
              Double.toString(operation.usual()).replaceAll("\\.0$", ""),
              0,
              1,
              "share of this operation; only with workload=custom"));
    }
    all.add(Setting.integer(BATCH, "100", 1, 1000, "records per insert of a load"));
    return all;
  }

  @Override
  public Map<String, String> foreignWords() {
    Map<String, String> words =
        new HashMap<>(Map.of("-P", "-p workload=…", "--recordcount", "-p records=…"));
    for (String letter : List.of("a", "b", "c", "d", "e", "f")) {
      words.put("workload" + letter, "ycsb -p workload=" + letter);
    }
    return words;
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    for (Operation alone :
        List.of(
            Operation.READ,
            Operation.UPDATE,
            Operation.READ_MODIFY_WRITE,
            Operation.SCAN,
            Operation.INSERT)) {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put(WORKLOAD, RecordMix.CUSTOM);
      for (Operation other : Operation.values()) {
        settings.put(other.setting(), other == alone ? "1" : "0");
      }
      all.put(Setting.word(alone), settings);
    }
    return all;
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    return YcsbOptions.resolve(settings, 0).settings(settings);
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new YcsbScenario(
        YcsbOptions.resolve(settings, seed),
        capabilities.contains(Capability.SUM),
        clock.getAsLong());
  }
}
