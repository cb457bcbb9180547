package io.stallmark.transfer;

import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.format.FileFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code transfer}. */
public final class TransferWorkload extends DeclaredWorkload {

  static final String PROFILE = "profile";
  static final String DIRECTION = "direction";
  static final String IMPORT = "import";
  static final String EXPORT = "export";
  static final String FORMAT = "format";
  static final String COMPRESS = "compress";
  static final String ZSTD = "zstd";
  static final String FILE = "file";
  static final String INSERT_FORM = "insert-form";
  static final String INDEXES = "indexes";
  static final String AFTER = "after";
  static final String NONE = "none";
  static final String KEY_ORDER = "key-order";
  static final String DOCUMENTS = "documents";
  static final String BATCH = "batch";
  static final String MAX_BATCH_BYTES = "max-batch-bytes";
  static final String COMPRESSIBLE = "compressible";

  /** Limit of rows in an insert: 65,535 parameters. */
  private static final int MOST_ROWS = 5000;

  /** Limit of an insert: with field names, 16 MiB are not exceeded. */
  private static final int MOST_BYTES = 12_000_000;

  public TransferWorkload() {
    super(
        "transfer",
        "import and export of a large table through files, ends when all documents are moved",
        List.of(
            Setting.choice(
                PROFILE, ObjectProfile.class, "small documents of ten fields, or large bodies"),
            Setting.choice(
                DIRECTION,
                List.of(IMPORT, EXPORT, "both"),
                "files into the table, the table into files, or one after the other"),
            Setting.choice(FORMAT, FileFormat.plainWords(), "format of the files"),
            Setting.choice(COMPRESS, List.of(NONE, ZSTD), "compression of the files"),
            Setting.text(FILE, "", "directory of the files; empty: a temporary one"),
            Setting.choice(
                INSERT_FORM,
                List.of("auto", "insert", "stream", "bulk", "unordered"),
                Map.of("load-data", "stream"),
                "form of the insert; auto: the fastest that fails on a bad row"),
            Setting.choice(
                INDEXES,
                List.of("before", AFTER, NONE),
                "secondary indexes: exist during an import, are created after it, or none"),
            Setting.choice(KEY_ORDER, KeyOrder.class, "order of the keys in the files to import"),
            Setting.integer(
                DOCUMENTS, "0", 0, 1L << 40, "documents; 0: 1M with profile=small, 2k with large"),
            Setting.integer(BATCH, "1000", 1, MOST_ROWS, "maximum documents per insert"),
            Setting.integer(MAX_BATCH_BYTES, "8M", 1, MOST_BYTES, "maximum bytes per insert"),
            Setting.real(
                COMPRESSIBLE,
                "0.5",
                0,
                1,
                "share of a document that is one repeated byte, 0 to 1")));
  }

  @Override
  public boolean isFinite(Settings settings) {
    return true;
  }

  /** None: an operation is measured with the files that it needs. */
  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of();
  }

  @Override
  public Settings resolved(Settings settings, Set<Capability> capabilities) {
    return settings.with(Map.of(DOCUMENTS, TransferOptions.documents(settings)));
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new TransferScenario(TransferOptions.resolve(settings, seed, capabilities));
  }
}
