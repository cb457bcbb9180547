package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Settings;
import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.file.FileLayout;
import io.stallmark.transfer.format.FileFormat;
import java.util.Set;

/**
 * Settings resolved for one database.
 *
 * @param layout content of the files
 * @param imports whether documents are imported
 * @param exports whether documents are exported
 * @param file directory of the files; empty: a temporary one
 * @param batch maximum number of documents of an insert
 * @param batchBytes maximum size of an insert with more than one document, bytes of the file
 */
record TransferOptions(
    FileLayout layout,
    boolean imports,
    boolean exports,
    String file,
    ObjectTable objects,
    int batch,
    int batchBytes,
    Op.Insert.Form form) {

  static TransferOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    ObjectProfile profile = ObjectProfile.of(settings.choice(TransferWorkload.PROFILE));
    String direction = settings.choice(TransferWorkload.DIRECTION);
    return new TransferOptions(
        new FileLayout(
            profile,
            documents(settings),
            seed,
            settings.real(TransferWorkload.COMPRESSIBLE),
            FileFormat.of(settings.choice(TransferWorkload.FORMAT)),
            settings.choice(TransferWorkload.COMPRESS).equals(TransferWorkload.ZSTD),
            KeyOrder.of(settings.choice(TransferWorkload.KEY_ORDER))),
        !direction.equals(TransferWorkload.EXPORT),
        !direction.equals(TransferWorkload.IMPORT),
        settings.text(TransferWorkload.FILE),
        new ObjectTable(
            profile.table(
                !settings.choice(TransferWorkload.INDEXES).equals(TransferWorkload.NONE))),
        settings.int32(TransferWorkload.BATCH),
        settings.int32(TransferWorkload.MAX_BATCH_BYTES),
        capabilities.contains(Capability.OBJECT_IDS)
            ? Op.Insert.Form.UNORDERED
            : Op.Insert.Form.PLAIN);
  }

  /** Number of documents: as given, or the profile's default. */
  static long documents(Settings settings) {
    long given = settings.integer(TransferWorkload.DOCUMENTS);
    return given > 0
        ? given
        : ObjectProfile.of(settings.choice(TransferWorkload.PROFILE)).documents();
  }

  /** Number of rows of an insert of a load, so that its size stays below the maximum. */
  int loadBatch() {
    int fitting = batchBytes / (2 * layout.profile().meanBytes());
    return Math.max(1, Math.min(batch, fitting));
  }

  Op.Insert insert() {
    return objects.insert("insert_documents", batch, form);
  }

  /** Creates slots for one row. */
  Args row() {
    return Args.of(objects.insert("row", 1, form));
  }

  /** Creates the content of documents, for one thread. */
  ObjectContent content() {
    return new ObjectContent(layout.profile(), layout.seed(), layout.compressible());
  }
}
